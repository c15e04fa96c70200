import { Icon } from '../../ui/media/icon.tsx'
import './checkout.scss'

const STEPS = ['Delivery', 'Payment', 'Done'] as const

export function CheckoutSteps({ current }: { current: (typeof STEPS)[number] }) {
  const currentIndex = STEPS.indexOf(current)
  return (
    <ol className="checkout-steps d-flex small text-center" aria-label="Checkout steps">
      {STEPS.map((step, index) => {
        const isDone = index < currentIndex || current === 'Done'
        return (
          <li
            key={step}
            className={isDone ? 'is-done' : undefined}
            aria-current={index === currentIndex ? 'step' : undefined}
          >
            <span aria-hidden="true">{isDone ? <Icon name="check" /> : <b>{index + 1}</b>}</span>
            {step}
            {isDone ? <span className="visually-hidden">, completed</span> : null}
          </li>
        )
      })}
    </ol>
  )
}
