import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPaymentModal, SCRIPT_FAILURE } from './payment-script.ts'

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

test('a modal that has already loaded needs no script', async () => {
  window.FlutterwaveCheckout = modal
  expect(await loadPaymentModal()).toBe(modal)
  expect(scripts).toHaveLength(0)
})

test('the script is fetched once for two simultaneous calls', async () => {
  const both = Promise.all([loadPaymentModal(), loadPaymentModal()])
  window.FlutterwaveCheckout = modal
  response(scripts[0], 'load')
  expect(await both).toEqual([modal, modal])
  expect(scripts).toHaveLength(1)
})

test('a failed script is retried three times, one second apart, before an error is shown', async () => {
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

test('the second attempt can succeed', async () => {
  const loaded = loadPaymentModal()
  response(scripts[0], 'error')
  await vi.advanceTimersByTimeAsync(1_000)
  window.FlutterwaveCheckout = modal
  response(scripts[1], 'load')
  expect(await loaded).toBe(modal)
})

test('a page instead of the script counts as a failed attempt', async () => {
  const loaded = loadPaymentModal()
  response(scripts[0], 'load')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(scripts).toHaveLength(2)
  window.FlutterwaveCheckout = modal
  response(scripts[1], 'load')
  expect(await loaded).toBe(modal)
})

test('a script that never loads times out, and a late script is used', async () => {
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
