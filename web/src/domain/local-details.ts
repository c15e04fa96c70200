import { readId, readObject, readString } from '../api/read-values.ts'
import type { OrderedLine } from './cart-item.ts'
import { formatSelections } from './line-selections.ts'
import { readSelections } from './option-groups.ts'

/** An ordered product with chosen options. */
type LineWithOptions = Required<OrderedLine>

/** The parts of an order that the host does not store. */
export type LocalOrderDetails = { note: string; choices: LineWithOptions[] }

/** Limits on values from storage: choices per order, and characters per note. */
const MAX_CHOICES = 100
const NOTE_LENGTH = 2_000

/** Returns an order's delivery note and chosen options; null if it has neither. */
export function localOrderDetails(items: readonly OrderedLine[], note: string): LocalOrderDetails | null {
  const choices = items.flatMap(({ id, name, quantity, chosen }) =>
    chosen === undefined ? [] : [{ id, name, quantity, chosen }],
  )
  return note === '' && choices.length === 0 ? null : { note, choices }
}

/** Reads the details of an order from storage. Omits invalid choices. */
export function readLocalOrderDetails(value: unknown): LocalOrderDetails {
  const { note, choices } = readObject<LocalOrderDetails>(value)
  return {
    note: readString(note, NOTE_LENGTH),
    choices: (Array.isArray(choices) ? choices.slice(0, MAX_CHOICES) : []).flatMap((each) => {
      const { id, name, quantity, chosen } = readObject<LineWithOptions>(each)
      const product = readId(id)
      const options = readSelections(chosen)
      return product === null || options.length === 0
        ? []
        : [{ id: product, name: readString(name), quantity: Number(quantity) || 0, chosen: options }]
    }),
  }
}

/** Returns a message to the shop with an order's delivery note and chosen options. */
export function detailsMessage(order: number, { note, choices }: LocalOrderDetails): string {
  return [
    `Order #${order}`,
    ...(note === '' ? [] : [`Delivery note: ${note}`]),
    ...choices.map((choice) => `${choice.name}: ${formatSelections(choice)}`),
  ].join('\n')
}
