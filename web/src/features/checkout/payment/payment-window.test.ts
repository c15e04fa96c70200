import { PAYMENT_STATUSES, type PaymentConfig, type PaymentResult } from 'contracts/payments'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildWith } from '../../../../test/settings.ts'
import { isOutcomeUnknown, loadPaymentScript, openPaymentWindow, SCRIPT_FAILURE } from './payment-window.ts'

const customer = { email: 'a@kitabo.example', phone_number: '0772123456', name: 'A B' }
const request = {
  public_key: 'FLWPUBK_TEST-kitabo-X',
  tx_ref: 'kitabo-1',
  amount: 8_700,
  currency: 'UGX',
  payment_options: 'card,mobilemoney,ussd',
  customer,
}

function result(status: PaymentResult['status'], tx_ref = 'kitabo-1'): PaymentResult {
  return {
    status,
    tx_ref,
    customer,
    transaction_id: 900_000_001,
    flw_ref: 'FLW-1',
    currency: 'UGX',
    amount: 8_700,
    charged_amount: 8_700,
    charge_response_code: '00',
    charge_response_message: 'Approved Successful',
    created_at: '2026-03-02T09:00:00.000Z',
  }
}

/** Opens a window. @param opened what the vendor returns; by default, a window that can be closed */
function open(tx_ref = request.tx_ref, opened?: object | null) {
  const heard = { onPaid: vi.fn(), onUnpaid: vi.fn(), onClosed: vi.fn() }
  const close = vi.fn()
  let config: PaymentConfig | undefined
  const closeWindow = openPaymentWindow(
    (options) => {
      config = options
      return (opened === undefined ? { close } : opened) as { close: () => void }
    },
    { ...request, tx_ref },
    heard,
  )
  if (!config) throw new Error('the payment window was not opened')
  return { ...heard, close, closeWindow, config }
}

describe('the payment window', () => {
  test.each(['successful', 'completed'] as const)('reports a payment that is %s once', (status) => {
    const { config, onPaid, close, onClosed } = open()
    config.callback(result(status))
    config.callback(result(status))
    config.onclose(false)
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(result(status))
    expect(close).toHaveBeenCalled()
    expect(onClosed).not.toHaveBeenCalled()
  })

  test('ignores the result of a different payment', () => {
    const { config, onPaid } = open()
    const next = open('kitabo-2')
    config.callback(result('successful', 'kitabo-2'))
    expect(onPaid).not.toHaveBeenCalled()
    next.config.callback(result('successful', 'kitabo-2'))
    expect(next.onPaid).toHaveBeenCalledTimes(1)
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('reports a result once if it was opened twice for the same reference', () => {
    const { config, onPaid } = open()
    const again = open()
    for (const each of [config, again.config]) each.callback(result('successful'))
    expect(onPaid).not.toHaveBeenCalled()
    expect(again.onPaid).toHaveBeenCalledTimes(1)
  })

  test.each([undefined, 'unknown-reference'])('accepts a result with the reference %s', (tx_ref) => {
    const earlier = open('kitabo-0')
    const { config, onPaid } = open()
    const reported = { ...result('successful'), tx_ref } as PaymentResult
    earlier.config.callback(reported)
    config.callback(reported)
    expect(earlier.onPaid).not.toHaveBeenCalled()
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('reports a result that arrives while it opens', () => {
    const onPaid = vi.fn()
    openPaymentWindow(
      (config) => {
        config.callback(result('successful'))
        return undefined as never
      },
      request,
      { onPaid, onUnpaid: vi.fn(), onClosed: vi.fn() },
    )
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test.each([null, {}])('reports a result if the vendor returns %j, which cannot be closed', (opened) => {
    const { closeWindow, config, onPaid } = open(request.tx_ref, opened)
    expect(closeWindow).not.toThrow()
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('can be closed by the shop, and still reports a payment afterwards', () => {
    const { close, closeWindow, config, onPaid } = open()
    closeWindow()
    expect(close).toHaveBeenCalledTimes(1)
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test.each(['pending', 'failed', 'cancelled'] as const)('treats %s as not paid', (status) => {
    const { config, onPaid, onUnpaid, onClosed } = open()
    config.callback(result(status))
    config.onclose(true)
    expect(onUnpaid).toHaveBeenCalledExactlyOnceWith(result(status))
    expect(onPaid).not.toHaveBeenCalled()
    expect(onClosed).not.toHaveBeenCalled()
  })

  test('treats a payment without a transaction id as undecided, whatever its status says', () => {
    for (const status of PAYMENT_STATUSES) {
      const { config, onPaid, onUnpaid } = open()
      const reported = { ...result(status), transaction_id: null }
      config.callback(reported)
      expect(onUnpaid).toHaveBeenCalledExactlyOnceWith(reported)
      expect(isOutcomeUnknown(reported)).toBe(true)
      expect(onPaid).not.toHaveBeenCalled()
    }
    expect(isOutcomeUnknown(result('pending'))).toBe(true)
    expect(isOutcomeUnknown(result('failed'))).toBe(false)
  })

  test('reports a result after the shopper has closed the window, and a payment after any other result', () => {
    const { config, onPaid, onUnpaid, onClosed } = open()
    config.onclose(true)
    config.onclose(true)
    config.callback(result('pending'))
    config.callback(result('failed'))
    config.callback(result('successful'))
    expect(onClosed).toHaveBeenCalledTimes(1)
    expect(onUnpaid).toHaveBeenCalledExactlyOnceWith(result('pending'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })
})

describe('the payment script', () => {
  const openWindow = () => ({ close: () => {} })
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

  test('does not load the script if its function is already available', async () => {
    window.FlutterwaveCheckout = openWindow
    expect(await loadPaymentScript()).toBe(openWindow)
    expect(scripts).toHaveLength(0)
  })

  test('fetches the script once for two simultaneous calls', async () => {
    const scriptLoads = Promise.all([loadPaymentScript(), loadPaymentScript()])
    window.FlutterwaveCheckout = openWindow
    response(scripts[0], 'load')
    expect(await scriptLoads).toEqual([openWindow, openWindow])
    expect(scripts).toHaveLength(1)
  })

  test('retries a failed script three times, one second apart, before it rejects', async () => {
    const rejected = expect(loadPaymentScript()).rejects.toThrow(SCRIPT_FAILURE)
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

  test('retries if the response is an HTML page instead of the script', async () => {
    const loaded = loadPaymentScript()
    response(scripts[0], 'load')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(scripts).toHaveLength(2)
    window.FlutterwaveCheckout = openWindow
    response(scripts[1], 'load')
    expect(await loaded).toBe(openWindow)
  })

  test('rejects if the script times out, and uses the script if it arrives later', async () => {
    const rejected = expect(loadPaymentScript()).rejects.toThrow(SCRIPT_FAILURE)
    await vi.advanceTimersByTimeAsync(43_000)
    await rejected
    expect(scripts).toHaveLength(4)

    const loaded = loadPaymentScript()
    await vi.advanceTimersByTimeAsync(5_000)
    window.FlutterwaveCheckout = openWindow
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await loaded).toBe(openWindow)
  })
})

describe('the connection to the vendor of the payment script', () => {
  test.each([
    [
      'is opened before the script is needed',
      'https://checkout.flutterwave.com/v3.js',
      ['https://checkout.flutterwave.com'],
    ],
    ['is not opened in advance if the script is on the shop’s host', '/v3.js', []],
  ])('%s', async (_, script, origins) => {
    buildWith({ VITE_PAYMENT_SCRIPT: script })
    const { preconnectPaymentScript } = await import('./payment-window.ts')
    preconnectPaymentScript()
    const links = document.head.querySelectorAll('link[rel="preconnect"]')
    expect([...links].map((link) => link.getAttribute('href'))).toEqual(origins)
    for (const link of links) link.remove()
  })
})

describe('usage events', () => {
  const ENDPOINT = 'https://usage.example/events'

  /** Imports the module with a build setting and a mock of `fetch`. */
  async function built(setting: string, response: () => Promise<Response>) {
    buildWith({ VITE_USAGE_EVENTS: setting })
    const send = vi.fn((_url: unknown, _init?: RequestInit) => response())
    vi.stubGlobal('fetch', send)
    return { ...(await import('./payment-window.ts')), send }
  }

  const accepted = async () => new Response(null, { status: 204 })

  afterEach(() => vi.unstubAllGlobals())

  test('posts nothing if the setting is empty', async () => {
    const { postUsageEvent, send } = await built('', accepted)
    postUsageEvent('paid')
    expect(send).not.toHaveBeenCalled()
  })

  test('posts only the event to the configured endpoint, without personal data', async () => {
    localStorage.setItem('authToken', 'secret')
    const { postUsageEvent, send } = await built(ENDPOINT, accepted)
    postUsageEvent('paid')
    expect(send).toHaveBeenCalledExactlyOnceWith(ENDPOINT, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"event":"paid"}',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
    })
  })

  test('ignores a network error', async () => {
    const { postUsageEvent, send } = await built(ENDPOINT, () => Promise.reject(new TypeError('No network.')))
    expect(() => postUsageEvent('closed')).not.toThrow()
    await expect(send.mock.results[0]?.value).rejects.toThrow('No network.')
  })
})
