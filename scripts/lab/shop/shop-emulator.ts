import { spawn } from 'node:child_process'
import { buildEmulator } from '../../build/build-emulator.ts'

/**
 * Starts the built emulator with the built shop.
 * @param data folder of its database
 * @param port a free one where none is named
 * @throws Error with its output when it ends before it listens
 */
export async function startEmulator(data: string, shopFolder: string, port = '0') {
  const child = spawn(process.execPath, [
    await buildEmulator(),
    '--port',
    port,
    '--data',
    data,
    '--shop',
    shopFolder,
  ])
  const origin = await new Promise<string>((found, failed) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = /Kitabo is open\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1]
      if (address) found(address)
    })
    child.on('exit', () => failed(new Error(output)))
  })
  return { origin, child, stop: () => child.kill('SIGTERM') }
}
