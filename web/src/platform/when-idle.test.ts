import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterLoad, whenIdle } from './when-idle.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.unstubAllGlobals())

test('calls back when the browser is idle, or after the longest delay, unless it is cancelled', () => {
  const request = vi.fn((_: () => void, __: object) => 7)
  const cancel = vi.fn()
  vi.stubGlobal('requestIdleCallback', request)
  vi.stubGlobal('cancelIdleCallback', cancel)
  const act = () => {}
  whenIdle(act)
  const stop = whenIdle(act, 2_000)
  expect(request.mock.calls).toEqual([
    [act, {}],
    [act, { timeout: 2_000 }],
  ])
  stop()
  expect(cancel).toHaveBeenCalledExactlyOnceWith(7)
})

test('calls back after the current task in a browser that does not report idle times', () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const act = vi.fn()
  whenIdle(act, 2_000)
  whenIdle(act)()
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(act).toHaveBeenCalledTimes(1)
})

test.each(['interactive', 'complete'])(
  'calls back after the load of a page that is %s and the delay',
  (state) => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue(state as DocumentReadyState)
    const act = vi.fn()
    afterLoad(act, 500)
    const stopBefore = afterLoad(act, 500)
    const stopAfter = afterLoad(act, 500)
    stopBefore()
    if (state === 'interactive') {
      vi.advanceTimersByTime(10_000)
      expect(act).not.toHaveBeenCalled()
      window.dispatchEvent(new Event('load'))
    }
    stopAfter()
    vi.advanceTimersByTime(499)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(act).toHaveBeenCalledTimes(1)
  },
)
