import {
  hasSelection,
  type LineWithSelections,
  mergeSelections,
  NOT_CHOSEN,
  type OptionGroups,
  type UnitSelection,
} from './option-groups.ts'

/** The chosen option in each group, by the group's index. Groups without a choice are omitted or ''. */
export type SelectedOptions = Readonly<Record<number, string>>

/** Formats the choices that are offered, for example as "Size: M, Colour: Red". Returns '' if there are none. */
export function formatSelection(groups: OptionGroups, choices: SelectedOptions): string {
  return groups
    .flatMap(({ title, options }, index) =>
      options.filter((option) => option === choices[index]).map((option) => `${title}: ${option}`),
    )
    .join(', ')
}

/** Units of a line that have the same choices, '' for none. */
type Units = { quantity: number; choices: string[] }

/** Splits a line into units with the same choices. Units without a text come last. */
export function unitsOf(line: LineWithSelections, groups: OptionGroups): Units[] {
  return selectionsOfUnits(line).map(({ text, quantity }) => ({
    quantity,
    choices: groups.map(
      ({ title, options }) => options.find((option) => `, ${text},`.includes(`, ${title}: ${option},`)) ?? '',
    ),
  }))
}

/** Chooses an option for all units of a line. If they differ, only for those without a choice in this group. */
export function withSelectedOption<L extends LineWithSelections>(
  line: L,
  groups: OptionGroups,
  group: number,
  option: string,
): L {
  const units = unitsOf(line, groups)
  const chosen = units.flatMap(({ quantity, choices }): UnitSelection[] => {
    const isReplaced = units.length === 1 || choices[group] === ''
    const text = formatSelection(
      groups,
      choices.map((choice, index) => (isReplaced && index === group ? option : choice)),
    )
    return text === '' ? [] : [{ text, quantity }]
  })
  const { chosen: _, ...rest } = line
  // Merges units that now have the same choices.
  return (
    chosen.length > 0 ? { ...rest, chosen: mergeSelections({ quantity: 0 }, { quantity: 0, chosen }) } : rest
  ) as L
}

/** Returns the line with "Size: not chosen" for units that have no choice in a group. */
export function withMissingSelections<L extends LineWithSelections>(line: L, groups: OptionGroups): L {
  if (groups.length === 0) return line
  const chosen = selectionsOfUnits(line).map(({ text, quantity }) => {
    const missing = groups.filter(({ title }) => !hasSelection(text, title))
    return {
      text: [text, ...missing.map(({ title }) => `${title}: ${NOT_CHOSEN}`)].filter(Boolean).join(', '),
      quantity,
    }
  })
  return { ...line, chosen }
}

/** Returns the options of all units of a line as text. Units without options come last, with ''. */
function selectionsOfUnits({ quantity, chosen = [] }: LineWithSelections): UnitSelection[] {
  const rest = chosen.reduce((remainder, each) => remainder - each.quantity, quantity)
  return rest > 0 ? [...chosen, { text: '', quantity: rest }] : chosen
}

/** Formats the choices of a line: "Size: M", or "2 × Size: M; 1 × Size: L". '' without choices. */
export function formatSelections({ quantity, chosen = [] }: LineWithSelections): string {
  const [first] = chosen
  return first?.quantity === quantity
    ? first.text
    : chosen.map((each) => `${each.quantity} × ${each.text}`).join('; ')
}
