import { useEffect, useState } from 'react'
import { getToken } from '../../api/session.ts'
import { onOnline } from '../../platform/online.ts'
import { IDLE } from './checkout-machine.ts'
import { type CheckoutInput, CheckoutRunner } from './checkout-runner.ts'
import { attempts, paidOrders } from './payment/payments.ts'

/** Runs the checkout from the click on "Place Order" to the accepted order. The state machine decides what may follow. */
export function useCheckout(input: CheckoutInput) {
  const [state, setState] = useState(IDLE)
  const paid = paidOrders.useOwn()
  const attempt = attempts.useOwn()
  const [checkout] = useState(() => new CheckoutRunner(input, setState))
  checkout.input = input

  useEffect(() => {
    const leave = () => checkout.dispatch({ type: 'page-left' })
    const unload = () => checkout.dispatch({ type: 'page-leaving' })
    // A payment that starts while the browser leaves the page would have no window.
    window.addEventListener('beforeunload', unload)
    window.addEventListener('pagehide', leave)
    const forget = onOnline(() => {
      const { unsent } = checkout.state
      if (unsent) checkout.dispatch({ type: 'paid', order: unsent, isAutomatic: true })
    })
    return () => {
      window.removeEventListener('beforeunload', unload)
      window.removeEventListener('pagehide', leave)
      forget()
      leave()
    }
  }, [checkout])

  return {
    ...state,
    paid,
    attempt,
    /** Sends the paid order if there is one. Otherwise resumes the payment attempt or pays for the order. */
    placeOrder() {
      if (checkout.state.phase !== 'idle') return
      if (getToken() === null) checkout.dispatch({ type: 'log-in-required' })
      else checkout.dispatch(paid ? { type: 'paid', order: paid } : { type: 'pay-clicked' })
    },
    /** Closes a payment window that may not have opened. */
    giveUp: () => void checkout.dispatch({ type: 'window-given-up' }),
    /** Clears the problem of an attempt that the shopper has discarded. */
    onDiscarded: () => void checkout.dispatch({ type: 'attempt-discarded' }),
  }
}
