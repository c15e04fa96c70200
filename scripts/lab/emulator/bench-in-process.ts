import { createEmulator } from 'mock-server/emulator'

/** Medians of what happens inside one process: an embedded start on a free port, and a fork of a world. */
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

async function timed(action: () => unknown): Promise<number> {
  const since = performance.now()
  await action()
  return performance.now() - since
}

const starts: number[] = []
for (let i = 0; i < 10; i++) {
  let emulator: Awaited<ReturnType<typeof createEmulator>> | undefined
  const took = await timed(async () => {
    emulator = await createEmulator({ port: 0, checks: 'sampled' })
  })
  await emulator?.close()
  // The first one may have to write the seed.
  if (i > 0) starts.push(took)
}
const emulator = await createEmulator()
const forks: number[] = []
for (let i = 0; i < 50; i++) forks.push(await timed(() => emulator.worlds.fork(`bench-${i}`)))
await emulator.close()
process.stdout.write(JSON.stringify({ embedded: median(starts), fork: median(forks) }))
