// The payment simulator's checkout script. Implements the vendor's `window.FlutterwaveCheckout` with a page of the
// emulator in a frame. No money moves.
//
// Source F4: like the vendor's script, it adds a hidden frame when it is loaded, positions it with a style attribute,
// and replaces it after each payment. A Content-Security-Policy that breaks the vendor's window breaks this one too.
import type { FlutterwaveCheckout, PaymentConfig } from 'contracts/payments'
import { isWebUrl } from 'contracts/web-url'
import type { CheckoutMessage } from './checkout.ts'
import { redirectWithResult } from './redirect.ts'

declare global {
  interface Window {
    FlutterwaveCheckout?: FlutterwaveCheckout
  }
}

const origin = new URL((document.currentScript as HTMLScriptElement).src).origin

const REQUIRED = ['public_key', 'tx_ref', 'amount', 'customer'] as const
const DEFAULT_CURRENCY = 'NGN'

let frame = addHiddenFrame()
let isReady = false
let current: { config: PaymentConfig; close: () => void } | null = null

function addHiddenFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.setAttribute(
    'style',
    'position:fixed;top:0;left:0;z-index:-1;border:none;opacity:0;pointer-events:none;width:100%;height:100%;color-scheme:normal;',
  )
  frame.name = 'checkout'
  frame.title = 'Payment'
  frame.allow = 'payment'
  // The payment page exchanges messages with this origin only.
  frame.src = `${origin}/__emulator/checkout?opener=${encodeURIComponent(window.location.origin)}`
  document.body.append(frame)
  return frame
}

function sendRequest(): void {
  if (!current || !isReady) return
  const { callback: _, onclose: __, ...request } = current.config
  const message = {
    type: 'request',
    request: {
      ...JSON.parse(JSON.stringify(request)),
      currency: current.config.currency || DEFAULT_CURRENCY,
    },
  }
  frame.contentWindow?.postMessage(message, origin)
}

window.FlutterwaveCheckout = (config) => {
  if (config.redirect_url && !isWebUrl(config.redirect_url, window.location.href))
    throw new Error('FlutterwaveCheckout needs an http or https URL as redirect_url.')
  const missing = REQUIRED.filter((name) => config[name] === undefined || config[name] === '')
  if (missing.length > 0) throw new Error(`FlutterwaveCheckout needs ${missing.join(', ')}.`)

  current?.close()
  const before = document.activeElement
  const overflow = document.body.style.overflow
  const close = () => {
    if (current?.close !== close) return
    current = null
    isReady = false
    frame.remove()
    frame = addHiddenFrame()
    document.body.style.overflow = overflow
    if (before instanceof HTMLElement) before.focus()
  }
  current = { config, close }
  document.body.style.overflow = 'hidden'
  Object.assign(frame.style, { opacity: '1', pointerEvents: '', zIndex: '2147483647' })
  sendRequest()
  return { close }
}

window.addEventListener(
  'message',
  ({ source, origin: from, data: message }: MessageEvent<CheckoutMessage | null>) => {
    if (source !== frame.contentWindow || from !== origin) return
    if (message?.type === 'ready') {
      isReady = true
      sendRequest()
    }
    if (!current) return
    const { config, close } = current
    if (message?.type === 'result') {
      // Source F2: with a redirect_url, the browser is redirected instead of calling back.
      if (config.redirect_url) redirectWithResult(config.redirect_url, message.result)
      else config.callback?.call({ close }, message.result)
    }
    if (message?.type === 'close') {
      close()
      config.onclose?.(message.incomplete)
    }
  },
)
