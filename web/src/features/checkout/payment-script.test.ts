import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPaymentModal, SCRIPT_FAILURE } from './payment-window.ts'

const modal = () => ({ close: () => {} })
let scripts: HTMLScriptElement[]

beforeEach(() => {
  scripts = []
  vi.useFakeTimers()
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    scripts.push(nodes[0] as HTMLScriptElement)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(window, 'FlutterwaveCheckout')
})

const response = (script: HTMLScriptElement | undefined, event: 'load' | 'error') =>
  script?.dispatchEvent(new Event(event))

test('does not load the script if the modal is already available', async () => {
  window.FlutterwaveCheckout = modal
  expect(await loadPaymentModal()).toBe(modal)
  expect(scripts).toHaveLength(0)
})

test('fetches the script once for two simultaneous calls', async () => {
  const both = Promise.all([loadPaymentModal(), loadPaymentModal()])
  window.FlutterwaveCheckout = modal
  response(scripts[0], 'load')
  expect(await both).toEqual([modal, modal])
  expect(scripts).toHaveLength(1)
})

test('retries a failed script three times, one second apart, before it rejects', async () => {
  const rejected = expect(loadPaymentModal()).rejects.toThrow(SCRIPT_FAILURE)
  for (const tries of [1, 2, 3, 4]) {
    expect(scripts).toHaveLength(tries)
    response(scripts[tries - 1], 'error')
    await vi.advanceTimersByTimeAsync(999)
    expect(scripts).toHaveLength(tries)
    await vi.advanceTimersByTimeAsync(1)
  }
  await rejected
  expect(scripts).toHaveLength(4)
})

test('resolves if the second attempt succeeds', async () => {
  const loaded = loadPaymentModal()
  response(scripts[0], 'error')
  await vi.advanceTimersByTimeAsync(1_000)
  window.FlutterwaveCheckout = modal
  response(scripts[1], 'load')
  expect(await loaded).toBe(modal)
})

test('retries if the response is an HTML page instead of the script', async () => {
  const loaded = loadPaymentModal()
  response(scripts[0], 'load')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(scripts).toHaveLength(2)
  window.FlutterwaveCheckout = modal
  response(scripts[1], 'load')
  expect(await loaded).toBe(modal)
})

test('rejects if the script times out, and uses the script if it arrives later', async () => {
  const rejected = expect(loadPaymentModal()).rejects.toThrow(SCRIPT_FAILURE)
  await vi.advanceTimersByTimeAsync(43_000)
  await rejected
  expect(scripts).toHaveLength(4)

  const loaded = loadPaymentModal()
  await vi.advanceTimersByTimeAsync(5_000)
  window.FlutterwaveCheckout = modal
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await loaded).toBe(modal)
})
