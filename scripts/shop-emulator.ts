import { spawn } from 'node:child_process'
import { buildEmulator } from './build-emulator.ts'

/**
 * Starts the built emulator with the built shop on a free port.
 * @param data folder of its database
 * @throws Error with its output when it ends before it listens
 */
export async function startEmulator(data: string, shopFolder: string) {
  const child = spawn(process.execPath, [
    await buildEmulator(),
    '--port',
    '0',
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
  return { origin, stop: () => child.kill('SIGTERM') }
}
