import { expect, test } from 'vitest'
import { readProcessorTime, withStolenTime } from './lighthouse.ts'

test('reads used and stolen CPU time from the first line of /proc/stat', () => {
  const text = 'cpu  100 20 30 5000 40 5 6 70 0 0\ncpu0 50 10 15 2500 20 2 3 35 0 0\n'
  expect(readProcessorTime(text)).toEqual({ busy: 161, stolen: 70 })
})

test('the share of stolen CPU time is between 0 and 1 on Linux, otherwise null', async () => {
  const [result, part] = await withStolenTime(async () => 'done')
  expect(result).toBe('done')
  if (process.platform === 'linux') {
    expect(part).toBeGreaterThanOrEqual(0)
    expect(part).toBeLessThanOrEqual(1)
  } else expect(part).toBeNull()
})
