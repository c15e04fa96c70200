import type { SelectedOptions } from '../../../domain/line-selections.ts'
import {
  groupName,
  groupsWithAlternatives,
  type OptionGroups,
  offeredGroups,
} from '../../../domain/option-groups.ts'
import type { ShopProduct } from '../../../domain/product.ts'

/** Returns the options of a product that shoppers choose. */
export function optionsToChoose(product: Pick<ShopProduct, 'choice_options'>): OptionGroups {
  return groupsWithAlternatives(offeredGroups(product))
}

type Props = { options: OptionGroups; choices: SelectedOptions; onChange: (next: SelectedOptions) => void }

/** The options of a product. None is chosen for the shopper, and choosing is optional: the shop calls to confirm. */
export function ProductChoices({ options, choices, onChange }: Props) {
  return (
    <div className="d-grid gap-3 mb-3">
      {options.map((group, index) => (
        <fieldset className="d-flex flex-wrap gap-2" key={`${group.title}-${index}`}>
          <legend>{legendOf(group.title)}</legend>
          {[...group.options, ''].map((option) => (
            <label key={option} className="choice-card">
              <input
                type="radio"
                name={`choice-${index}`}
                value={option}
                checked={choices[index] === option}
                onChange={() => onChange({ ...choices, [index]: option })}
              />
              {option || 'Not sure, call me'}
            </label>
          ))}
        </fieldset>
      ))}
      <p className="small muted">We'll call you to confirm your choice before packing.</p>
    </div>
  )
}

/** Returns "Choose a size" for the title "Size". */
function legendOf(title: string): string {
  const name = groupName(title)
  return `Choose ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
}
