import { readObject, readSafeNumber, readString } from '../api/read-values.ts'

export type OptionGroups = { title: string; options: string[] }[]

/** Limits on the number of groups, the options per group and the length of a title or option. */
const MAX_GROUPS = 8
const MAX_OPTIONS = 40
const MAX_OPTION_LENGTH = 40

/** Returns the options of a product as they are shown and stored. */
export function offeredGroups({ choice_options }: { choice_options: OptionGroups }): OptionGroups {
  return choice_options.slice(0, MAX_GROUPS).map(({ title, options }) => ({
    title: title.slice(0, MAX_OPTION_LENGTH),
    options: [
      ...new Set(options.slice(0, MAX_OPTIONS).map((option) => option.slice(0, MAX_OPTION_LENGTH))),
    ].filter((option) => option !== ''),
  }))
}

/** Replaces an option that was not chosen in the text of an order, for example "Size: not chosen". */
export const NOT_CHOSEN = 'not chosen'

/**
 * Whether chosen options, such as "Size: M, Colour: Red", are all offered. A text that was truncated counts as offered.
 */
export function isSelectionOffered(text: string, groups: OptionGroups): boolean {
  const [group, ...nextGroups] = groups
  if (text === '' || text.length >= MAX_CHARACTERS) return true
  if (group === undefined) return false
  return (
    isSelectionOffered(text, nextGroups) ||
    [...group.options, NOT_CHOSEN].some((option) => {
      const choice = `${group.title}: ${option}`
      return (
        text === choice ||
        (text.startsWith(`${choice}, `) && isSelectionOffered(text.slice(choice.length + 2), nextGroups))
      )
    })
  )
}

/** Chosen options, such as "Size: M, Colour: Red", and the number of units of a cart line that have them. */
export type UnitSelection = { text: string; quantity: number }

export type LineWithSelections = {
  quantity: number
  /** The choices. Any remaining units of the line have none. */
  chosen?: UnitSelection[]
}

/** Whether a selection, such as "Size: M, Colour: Red", has an option of the group with this title. */
export function hasSelection(text: string, title: string): boolean {
  return `, ${text}`.includes(`, ${title}: `)
}

/** Returns the groups with at least two options. A single option is not a choice. */
export function groupsWithAlternatives(groups: OptionGroups): OptionGroups {
  return groups.filter(({ options }) => options.length > 1)
}

/** Returns a group's title for use in a sentence, such as "size". A title in capitals keeps its capitals. */
export function groupName(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
}

/** Limits on values from storage: choices per line, and characters per choice. */
const MAX_SELECTIONS = 20
const MAX_CHARACTERS = 200

/** Reads the choices in a value from storage or history. */
export function readSelections(value: unknown): UnitSelection[] {
  return (Array.isArray(value) ? value.slice(0, MAX_SELECTIONS) : []).flatMap((each) => {
    const { text, quantity } = readObject<UnitSelection>(each)
    const words = readString(text, MAX_CHARACTERS)
    const count = Math.floor(readSafeNumber(quantity) ?? 0)
    return words === '' || count < 1 ? [] : [{ text: words, quantity: count }]
  })
}

/** Limits the choices to a line's quantity; the latest are dropped first. */
export function limitSelections(chosen: readonly UnitSelection[], quantity: number): UnitSelection[] {
  let remainder = quantity
  return chosen.flatMap((each) => {
    const units = Math.min(each.quantity, remainder)
    remainder -= units
    return units < 1 ? [] : [{ ...each, quantity: units }]
  })
}

/**
 * Changes a quantity. If all units had the same choice, they still have. Otherwise removed units are those with the latest
 * choices, and added units have none.
 */
export function withQuantity<L extends LineWithSelections>(line: L, quantity: number): L {
  const { chosen, quantity: before }: LineWithSelections = line
  if (chosen === undefined) return { ...line, quantity }
  const [first] = chosen
  return {
    ...line,
    quantity,
    chosen: first?.quantity === before ? [{ ...first, quantity }] : limitSelections(chosen, quantity),
  }
}

/** Merges the choices of two lines and adds up equal ones. @returns undefined if both lines have no choices */
export function mergeSelections(
  line: LineWithSelections,
  added: LineWithSelections,
): UnitSelection[] | undefined {
  if (added.chosen === undefined) return line.chosen
  const counts = new Map<string, number>()
  for (const { text, quantity } of [...(line.chosen ?? []), ...added.chosen])
    counts.set(text, (counts.get(text) ?? 0) + quantity)
  return [...counts].slice(0, MAX_SELECTIONS).map(([text, quantity]) => ({ text, quantity }))
}
