import { Icon } from '../media/icon.tsx'
import './forms.scss'

type Props = {
  value: number
  /** What is counted, for the buttons' names. */
  name: string
  /** Ends the buttons' `data-boot`, where they can be used before the app has mounted. */
  boot?: string
  onMinus: () => void
  onPlus: () => void
}

/**
 * Minus, the number, plus. Minus stops at 1 and stays a button there: one that were disabled under the finger would
 * take the focus away from the shopper who has just pressed it.
 */
export function Quantity({ value, name, boot, onMinus, onPlus }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and a look that two buttons do not need
    <div className="quantity" role="group" aria-label={`Quantity of ${name}`}>
      <button
        type="button"
        data-boot={boot && `fewer:${boot}`}
        aria-label={`Decrease quantity of ${name}`}
        className={value > 1 ? undefined : 'quantity-end'}
        onClick={() => {
          if (value > 1) onMinus()
        }}
      >
        <Icon name="minus" />
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        data-boot={boot && `more:${boot}`}
        aria-label={`Increase quantity of ${name}`}
        onClick={onPlus}
      >
        <Icon name="plus" />
      </button>
    </div>
  )
}
