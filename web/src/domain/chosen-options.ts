import { readObject, readText } from '../api/read-values.ts'
import { readMoney } from './money.ts'

/** What was chosen of a product's options, as "Size: M, Colour: Red", and for how many of a cart line. */
export type ChosenOptions = { text: string; quantity: number }

export type ChosenLine = {
  quantity: number
  /** The choices of the line. What they leave of its quantity has no choice. */
  chosen?: ChosenOptions[]
}

/** Different choices of one line, and letters of one: browser storage may hold anything. */
const MOST = 20
const LETTERS = 200

/** The choices in what storage or the history holds, whatever its type. */
export function readChosen(value: unknown): ChosenOptions[] {
  return (Array.isArray(value) ? value.slice(0, MOST) : []).flatMap((each) => {
    const { text, quantity } = readObject<ChosenOptions>(each)
    const words = readText(text, LETTERS)
    const count = Math.floor(readMoney(quantity) ?? 0)
    return words === '' || count < 1 ? [] : [{ text: words, quantity: count }]
  })
}

/** The choices that a line of this quantity has room for: those made last go first. */
export function fitChosen(chosen: readonly ChosenOptions[], quantity: number): ChosenOptions[] {
  let left = quantity
  return chosen.flatMap((each) => {
    const room = Math.min(each.quantity, left)
    left -= room
    return room < 1 ? [] : [{ ...each, quantity: room }]
  })
}

/**
 * The line with another quantity. A choice that was for all of it is for all of it still; of several choices those
 * made last go first, and what is added has none.
 */
export function withQuantity<L extends ChosenLine>(line: L, quantity: number): L {
  const { chosen, quantity: before }: ChosenLine = line
  if (chosen === undefined) return { ...line, quantity }
  const [first] = chosen
  return {
    ...line,
    quantity,
    chosen: first?.quantity === before ? [{ ...first, quantity }] : fitChosen(chosen, quantity),
  }
}

/** The choices of two lines that become one; the same choice counts once. Undefined where neither has any. */
export function joinChosen(line: ChosenLine, added: ChosenLine): ChosenOptions[] | undefined {
  if (added.chosen === undefined) return line.chosen
  const counts = new Map<string, number>()
  for (const { text, quantity } of [...(line.chosen ?? []), ...added.chosen])
    counts.set(text, (counts.get(text) ?? 0) + quantity)
  return [...counts].slice(0, MOST).map(([text, quantity]) => ({ text, quantity }))
}
