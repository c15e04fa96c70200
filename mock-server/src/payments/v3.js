/**
 * A stand-in for the payment provider's checkout script: the same window.FlutterwaveCheckout, answered by a
 * page of this emulator in a frame. No money moves.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin

  const REQUIRED = ['public_key', 'tx_ref', 'amount', 'currency', 'customer']

  window.FlutterwaveCheckout = (config) => {
    const missing = REQUIRED.filter((name) => config[name] === undefined || config[name] === '')
    if (missing.length > 0) throw new Error(`FlutterwaveCheckout needs ${missing.join(', ')}.`)

    const before = document.activeElement
    const overflow = document.body.style.overflow
    const frame = document.createElement('iframe')
    frame.name = 'checkout'
    frame.title = 'Payment'
    frame.allow = 'payment'
    frame.src = `${origin}/__emulator/checkout`
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
      before?.focus?.()
    }
    const handle = { close }

    const onMessage = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== origin) return
      const { type, result, incomplete } = event.data ?? {}
      if (type === 'ready') {
        const { callback: _, onclose: __, ...request } = config
        frame.contentWindow.postMessage(
          { type: 'request', request: JSON.parse(JSON.stringify(request)) },
          origin,
        )
      }
      if (type === 'result') {
        if (config.redirect_url) {
          const target = new URL(config.redirect_url, window.location.href)
          for (const name of ['status', 'tx_ref', 'transaction_id'])
            target.searchParams.set(name, result[name])
          window.location.assign(target)
          return
        }
        config.callback?.call(handle, result)
      }
      if (type === 'close') {
        close()
        config.onclose?.(incomplete)
      }
    }
    window.addEventListener('message', onMessage)
    document.body.style.overflow = 'hidden'
    document.body.append(frame)
    return handle
  }
})()
