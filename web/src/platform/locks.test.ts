import { afterEach, expect, test, vi } from 'vitest'
import { runExclusive, runInTurn, tryLock } from './locks.ts'

type Request = (name: string, ...rest: unknown[]) => unknown

function withLocks(locks: PropertyDescriptor): void {
  Object.defineProperty(navigator, 'locks', { configurable: true, ...locks })
}
const withRequest = (request: Request) => withLocks({ value: { request } })

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks')
  vi.useRealTimers()
})

const blocked = () => {
  throw new DOMException('Site data is blocked.', 'SecurityError')
}
const REFUSALS: Record<string, () => void> = {
  'are missing': () => withLocks({ value: undefined }),
  'throw when they are read': () => withLocks({ get: blocked }),
  'throw when they are requested': () => withRequest(blocked),
  'are refused': () => withRequest(async () => blocked()),
  'never respond': () => withRequest(() => new Promise(() => {})),
}

test.each(Object.entries(REFUSALS))('runs the work if locks %s', async (_, refuse) => {
  refuse()
  vi.useFakeTimers()
  const work = vi.fn(async () => {})
  const results = Promise.all([tryLock('payment', work), runExclusive('order', async () => 'placed')])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await results).toEqual([true, 'placed'])
  expect(work).toHaveBeenCalledOnce()
})

test.each(Object.entries(REFUSALS))('passes on an error of the work if locks %s', async (_, refuse) => {
  refuse()
  vi.useFakeTimers()
  const failing = expect(tryLock('payment', () => Promise.reject(new Error('declined')))).rejects.toThrow(
    'declined',
  )
  await vi.advanceTimersByTimeAsync(2000)
  await failing
})

test('holds the lock until the work has ended, also if it fails', async () => {
  let isHeld = false
  withRequest(async (_name, _options, callback) => {
    isHeld = true
    await (callback as (lock: object) => Promise<void>)({})
    isHeld = false
  })
  await expect(
    tryLock('payment', async () => {
      expect(isHeld).toBe(true)
      throw new Error('declined')
    }),
  ).rejects.toThrow('declined')
  await vi.waitFor(() => expect(isHeld).toBe(false))
})

test('does not run the work if another tab holds the lock, and waits where it may', async () => {
  const waiting: (() => void)[] = []
  withRequest((_name, ...rest) => {
    const callback = rest.at(-1) as (lock: object | null) => unknown
    if (rest.length === 2) return Promise.resolve(callback(null))
    return new Promise((done) => waiting.push(() => done(callback({}))))
  })
  const work = vi.fn(async () => {})
  expect(await tryLock('payment', work)).toBe(false)
  expect(work).not.toHaveBeenCalled()
  const exclusive = runExclusive('order', work)
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  expect(work).not.toHaveBeenCalled()
  waiting[0]?.()
  await exclusive
  expect(work).toHaveBeenCalledOnce()
})

test.each(['are missing', 'are refused'])(
  'runs work in the order of the calls if locks %s',
  async (refusal) => {
    REFUSALS[refusal]?.()
    const started: string[] = []
    let fail = () => {}
    const first = runInTurn('wishes', () => {
      started.push('first')
      return new Promise((_, reject) => {
        fail = () => reject(new Error('No network.'))
      })
    })
    const second = runInTurn('wishes', async () => started.push('second'))
    await vi.waitFor(() => expect(started).toEqual(['first']))
    fail()
    await expect(first).rejects.toThrow('No network.')
    await second
    expect(started).toEqual(['first', 'second'])
  },
)
