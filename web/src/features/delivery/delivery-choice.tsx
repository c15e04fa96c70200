import type { DeliveryMode } from '../../domain/navigation-state.ts'
import { Icon } from '../../ui/media/icon.tsx'

const choices = [
  { mode: 'home', label: 'Home Delivery', text: "We'll bring it to your address.", icon: 'truck' },
  {
    mode: 'pickup',
    label: 'Self pick or send your boda',
    text: 'Collect it at the shop. Collecting is free.',
    icon: 'box',
  },
] as const

/** The choice between home delivery and pickup. */
export function DeliveryChoice({
  mode,
  onMode,
}: {
  mode: DeliveryMode
  onMode: (mode: DeliveryMode) => void
}) {
  return (
    <fieldset className="delivery-choice">
      <legend className="visually-hidden">How would you like to get it?</legend>
      {choices.map((choice) => (
        <label key={choice.mode} className={mode === choice.mode ? 'is-chosen' : ''}>
          <input
            type="radio"
            name="delivery-mode"
            aria-label={choice.label}
            checked={mode === choice.mode}
            onChange={() => onMode(choice.mode)}
          />
          <Icon name={choice.icon} />
          <span>
            <strong>{choice.label}</strong>
            <span className="muted">{choice.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
