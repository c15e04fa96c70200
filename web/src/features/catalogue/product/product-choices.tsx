import type { ShopProduct } from '../../../domain/product.ts'

type Options = ShopProduct['choice_options']

/** What is chosen, by the place of its options in the product's list; nothing for what is left open. */
export type Choices = Readonly<Record<number, string>>

/** Groups of options, options of one, and letters of one: more than a product has. */
const MOST_GROUPS = 8
const MOST_OPTIONS = 40
const CHARACTERS = 40

/** What there is to choose: a single option is a fact, not a choice. */
export function optionsToChoose({ choice_options }: Pick<ShopProduct, 'choice_options'>): Options {
  return choice_options
    .slice(0, MOST_GROUPS)
    .map(({ title, options }) => ({
      title: title.slice(0, CHARACTERS),
      options: [
        ...new Set(options.slice(0, MOST_OPTIONS).map((option) => option.slice(0, CHARACTERS))),
      ].filter((option) => option !== ''),
    }))
    .filter(({ options }) => options.length > 1)
}

/** The choices in words, as "Size: M, Colour: Red"; '' for none. */
export function choiceText(options: Options, choices: Choices): string {
  return options.flatMap(({ title }, at) => (choices[at] ? [`${title}: ${choices[at]}`] : [])).join(', ')
}

type Props = { options: Options; choices: Choices; onChange: (next: Choices) => void }

/** The options of a product to choose from. Nothing has to be chosen: the shop calls about it in any case. */
export function ProductChoices({ options, choices, onChange }: Props) {
  return (
    <div className="choices">
      {options.map((group, at) => (
        <fieldset key={`${group.title}-${at}`}>
          <legend>{legendOf(group.title)}</legend>
          {['', ...group.options].map((option) => (
            <label key={option}>
              <input
                type="radio"
                className="visually-hidden"
                name={`choice-${at}`}
                value={option}
                checked={(choices[at] ?? '') === option}
                onChange={() => onChange({ ...choices, [at]: option })}
              />
              <span>{option || 'Any'}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <p className="small muted">We call you to confirm your choice before we pack.</p>
    </div>
  )
}

/** "Choose size" for Size; a title in capitals stays as it is. */
function legendOf(title: string): string {
  return `Choose ${/^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title}`
}
