/**
 * Simulates shoppers on an emulator for several minutes. No response may be wrong, and memory must not grow.
 */
import { createRandomSource } from '../../mock-server/src/world/random-source.ts'
import { print } from '../bootstrap.ts'
import { buildEmulator } from '../build/build.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { UserError } from '../runtime.mjs'
import { countError, createRequester, createTally, type Tally } from './emulator/soak-client.ts'
import { createShopper, readCatalogue } from './emulator/soak-shopper.ts'
import { startBuilt } from './start.ts'

/** Maximum memory growth in megabytes per minute, by linear regression. */
const MAX_MB_PER_MINUTE = 2
/** Share of the run before memory growth is measured, while caches fill up. */
const WARM_UP = 1 / 3
/** Minimum duration of a run in which memory growth is measured. */
const MIN_GROWTH_MINUTES = 3
const SAMPLE_MS = 1000
const MB = 1024 * 1024

type Sample = { minutes: number; megabytes: number }

/** @returns whether all checks passed */
async function soak(minutes: number, connections: number): Promise<boolean> {
  const emulator = await startBuilt(await buildEmulator())
  const tally = createTally()
  const request = createRequester(emulator.origin, connections, tally)
  // A separate client for status requests, which are not counted.
  const statusClient = createRequester(emulator.origin, 1, createTally())
  try {
    const catalogue = await readCatalogue(statusClient)
    const samples: Sample[] = []
    const started = performance.now()
    const elapsed = () => (performance.now() - started) / 60_000
    const sampling = (async () => {
      let reported = 0
      while (elapsed() < minutes) {
        await new Promise((later) => setTimeout(later, SAMPLE_MS))
        const { memory } = (await statusClient('GET', '/__emulator/status')).body as { memory: number }
        samples.push({ minutes: elapsed(), megabytes: memory / MB })
        if (Math.floor(elapsed()) > reported && elapsed() < minutes) {
          reported = Math.floor(elapsed())
          print(`  ${reported} min: ${measurements(tally, elapsed())}, ${Math.round(memory / MB)} MB`)
        }
      }
    })()
    const shopping = Array.from({ length: connections }, async (_, n) => {
      const random = createRandomSource(`soak ${n}`)
      const visit = createShopper(n, { request, tally, catalogue, random })
      while (elapsed() < minutes) await visit().catch((error: Error) => countError(tally, error.message))
    })
    await Promise.all([sampling, ...shopping])
    const took = elapsed()
    const { broken_answers: broken } = (await statusClient('GET', '/__emulator/status')).body as {
      broken_answers: string[]
    }
    for (const response of broken) countError(tally, `a response violates its contract: ${response}`)

    const did = [...tally.done].map(([what, times]) => `${times} ${what}`).join(', ')
    print(`${Math.round(took * 60)} s at ${connections} connections: ${measurements(tally, took)}`)
    print(`  including ${did}`)
    for (const problem of tally.problems) print(`  ERROR ${problem}`)
    const isFlat = reportMemory(samples, took)
    return tally.errors === 0 && tally.responses > 0 && isFlat
  } finally {
    request.close()
    statusClient.close()
    await emulator.stop()
  }
}

function measurements({ responses, errors, times }: Tally, minutes: number): string {
  const perSecond = Math.round(responses / (minutes * 60))
  return `${responses} responses, ${perSecond}/s, ${errors} errors, p99 ${Math.round(times.percentile(99) / 1000)} ms`
}

/** Prints memory use. @returns whether it stayed flat; true for short runs */
function reportMemory(samples: readonly Sample[], minutes: number): boolean {
  const settled = samples.filter((sample) => sample.minutes >= minutes * WARM_UP)
  const first = settled[0]?.megabytes ?? 0
  const last = settled.at(-1)?.megabytes ?? 0
  const range = `${Math.round(first)} MB after the first third, ${Math.round(last)} MB at the end`
  if (minutes < MIN_GROWTH_MINUTES) {
    print(`  memory: ${range}; growth is only checked in runs of ${MIN_GROWTH_MINUTES} minutes or more`)
    return true
  }
  const slope = slopeOf(settled)
  print(`  memory: ${range}, growing by ${slope.toFixed(2)} MB per minute (limit ${MAX_MB_PER_MINUTE})`)
  return slope <= MAX_MB_PER_MINUTE
}

/** Returns the slope of the samples by least squares, in megabytes per minute. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(samples.map(({ minutes }) => minutes))
  const y = mean(samples.map(({ megabytes }) => megabytes))
  const above = samples.reduce((sum, each) => sum + (each.minutes - x) * (each.megabytes - y), 0)
  const below = samples.reduce((sum, each) => sum + (each.minutes - x) ** 2, 0)
  return above / below
}

export const command = defineCommand({
  summary:
    'Simulates shoppers on the emulator for ten minutes. Fails on a wrong response or growing memory, and prints the p99.',
  options: {
    minutes: { value: 'N', summary: 'duration in minutes, such as 0.2 for twelve seconds (10)' },
    connections: { value: 'N', summary: 'number of concurrent shoppers (64)' },
  },
  run: async ({ minutes = '10', connections }) => {
    const length = Number(minutes)
    if (!(length > 0 && length <= 24 * 60))
      throw new UserError(`--minutes must be a number above 0, up to a day, found "${minutes}".`)
    const shoppers = wholeNumber('connections', connections, 64)
    return (await soak(length, shoppers)) ? 0 : 1
  },
})
