import { Icon } from '../media/icon.tsx'
import './forms.scss'

type Props = {
  value: number
  /** The counted item, for the buttons' accessible names. */
  name: string
  onMinus: () => void
  onPlus: () => void
}

/**
 * Shows a quantity between minus and plus. At 1, minus does nothing but stays enabled, because a button that is
 * disabled while focused loses the focus.
 */
export function Quantity({ value, name, onMinus, onPlus }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset adds a legend and styles that two buttons do not need
    <div className="quantity" role="group" aria-label={`Quantity of ${name}`}>
      <button
        type="button"
        aria-label={`Decrease quantity of ${name}`}
        className={value > 1 ? undefined : 'quantity-end'}
        onClick={() => {
          if (value > 1) onMinus()
        }}
      >
        <Icon name="minus" />
      </button>
      <output aria-live="polite" aria-label="Quantity">
        {value}
      </output>
      <button type="button" aria-label={`Increase quantity of ${name}`} onClick={onPlus}>
        <Icon name="plus" />
      </button>
    </div>
  )
}
