import type { CartItem } from '../../domain/cart-item.ts'
import { choicesOf, choosableGroups, type OptionGroups } from '../../domain/chosen-options.ts'
import { chooseOptions } from './cart-store.ts'

type Props = {
  item: CartItem
  /** The options that the shop offers for the product. */
  options: OptionGroups | undefined
}

/**
 * The options of a cart line, which are chosen here until payment. Options are never chosen for the shopper. Renders nothing
 * for a product without options, and for a line whose units differ.
 */
export function LineOptions({ item, options = [] }: Props) {
  const groups = choosableGroups(options)
  const choices = choicesOf(item, groups)
  if (groups.length === 0 || choices === null) return null
  return (
    <div className="cart-options">
      {groups.map((group, at) => (
        <label key={group.title} className="small">
          <span className={choices[at] === '' ? 'strong' : 'muted'}>
            {choices[at] === '' ? `${group.title}: not chosen` : group.title}
          </span>
          <select
            className="form-select"
            aria-label={`${group.title} of ${item.name}`}
            value={choices[at]}
            onChange={(event) =>
              chooseOptions(
                item.id,
                groups,
                choices.map((choice, place) => (place === at ? event.target.value : choice)),
              )
            }
          >
            <option value="">Not sure, call me</option>
            {group.options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}
