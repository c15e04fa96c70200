import type { CartItem } from '../../domain/cart-item.ts'
import { formatSelections, unitsOf, withSelectedOption } from '../../domain/line-selections.ts'
import { groupsWithAlternatives, type OptionGroups } from '../../domain/option-groups.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { changeLine } from './cart-store.ts'

type Props = {
  item: CartItem
  /** The options that the shop offers for the product. */
  options: OptionGroups | undefined
}

/** Whether some units of a line have no option in a group. */
export function hasMissingChoice(item: CartItem, options: OptionGroups = []): boolean {
  return unitsOf(item, groupsWithAlternatives(options)).some(({ choices }) => choices.includes(''))
}

/** The options of a cart line as text, unless the fields of `LineOptions` show them. */
export function ChosenText({ item, options = [] }: Props) {
  const groups = groupsWithAlternatives(options)
  const isShownByFields = groups.length > 0 && unitsOf(item, groups).length === 1
  return item.chosen === undefined || isShownByFields ? null : (
    <p className="muted">{formatSelections(item)}</p>
  )
}

/**
 * The options of a cart line, which are chosen here until payment. Options are never chosen for the shopper. If the
 * line's units differ, there are fields only for what some of them lack.
 */
export function LineOptions({ item, options = [] }: Props) {
  const groups = groupsWithAlternatives(options)
  const units = unitsOf(item, groups)
  const isMixed = units.length > 1
  const fields = groups.flatMap(({ title, options }, index) => {
    const missing = units.reduce(
      (sum, { quantity, choices }) => sum + (choices[index] === '' ? quantity : 0),
      0,
    )
    const choice = isMixed ? '' : (units[0]?.choices[index] ?? '')
    return isMixed && missing === 0 ? [] : [{ title, options, index, missing, choice }]
  })
  if (fields.length === 0) return null
  return (
    <div className="cart-options">
      {fields.map(({ title, options, index, missing, choice }) => (
        <label key={title} className="small">
          <span className={missing > 0 ? 'chip chip-warn' : 'muted'}>
            {missing > 0 ? <Icon name="alert" /> : null}
            {missing > 0 ? `${title}: not chosen` : title}
            {isMixed ? ` for ${missing} of ${item.quantity}` : ''}
          </span>
          <select
            className="form-select"
            aria-label={`${title} of ${item.name}`}
            value={choice}
            onChange={({ target }) =>
              changeLine(item, (line) => withSelectedOption(line, groups, index, target.value))
            }
          >
            <option value="">Choose, or call me</option>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}
