import { expect, test } from 'vitest'
import { readProcessorTime, withStolenTime } from './stolen-time.ts'

test('reads what this machine did and what others took from the first line of /proc/stat', () => {
  const text = 'cpu  100 20 30 5000 40 5 6 70 0 0\ncpu0 50 10 15 2500 20 2 3 35 0 0\n'
  expect(readProcessorTime(text)).toEqual({ busy: 161, stolen: 70 })
})

test('the part that others took while something was done is at least none and at most all, or not known', async () => {
  const [result, part] = await withStolenTime(async () => 'done')
  expect(result).toBe('done')
  if (process.platform === 'linux') {
    expect(part).toBeGreaterThanOrEqual(0)
    expect(part).toBeLessThanOrEqual(1)
  } else expect(part).toBeNull()
})
