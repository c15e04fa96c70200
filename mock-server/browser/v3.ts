/**
 * The payment simulator's checkout script. Implements the provider's `window.FlutterwaveCheckout` by opening a page of the
 * emulator in a frame. No money moves.
 */
import type { FlutterwaveCheckout } from 'contracts/payments'
import type { CheckoutMessage } from './payment-messages.ts'
import { isWebUrl, redirectWithResult } from './redirect.ts'

declare global {
  interface Window {
    FlutterwaveCheckout?: FlutterwaveCheckout
  }
}

const origin = new URL((document.currentScript as HTMLScriptElement).src).origin

const REQUIRED = ['public_key', 'tx_ref', 'amount', 'customer'] as const
/** The provider's default currency. */
const DEFAULT_CURRENCY = 'NGN'

window.FlutterwaveCheckout = (config) => {
  if (config.redirect_url && !isWebUrl(config.redirect_url))
    throw new Error('FlutterwaveCheckout needs an http or https address as redirect_url.')
  const missing = REQUIRED.filter((name) => config[name] === undefined || config[name] === '')
  if (missing.length > 0) throw new Error(`FlutterwaveCheckout needs ${missing.join(', ')}.`)

  const before = document.activeElement
  const overflow = document.body.style.overflow
  const frame = document.createElement('iframe')
  frame.name = 'checkout'
  frame.title = 'Payment'
  frame.allow = 'payment'
  // The payment page exchanges messages with this origin only.
  frame.src = `${origin}/__emulator/checkout?opener=${encodeURIComponent(window.location.origin)}`
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    border: '0',
    zIndex: '2147483647',
    colorScheme: 'normal',
  })

  let open = true
  const close = () => {
    if (!open) return
    open = false
    window.removeEventListener('message', onMessage)
    frame.remove()
    document.body.style.overflow = overflow
    if (before instanceof HTMLElement) before.focus()
  }
  const handle = { close }

  const onMessage = (event: MessageEvent<CheckoutMessage | null>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message = event.data
    if (message?.type === 'ready') {
      const { callback: _, onclose: __, ...request } = config
      frame.contentWindow?.postMessage(
        {
          type: 'request',
          request: { ...JSON.parse(JSON.stringify(request)), currency: config.currency || DEFAULT_CURRENCY },
        },
        origin,
      )
    }
    if (message?.type === 'result') {
      // Source F2: with a redirect_url, the browser is redirected instead of calling back.
      if (config.redirect_url) redirectWithResult(config.redirect_url, message.result)
      else config.callback?.call(handle, message.result)
    }
    if (message?.type === 'close') {
      close()
      config.onclose?.(message.incomplete)
    }
  }
  window.addEventListener('message', onMessage)
  document.body.style.overflow = 'hidden'
  document.body.append(frame)
  return handle
}
