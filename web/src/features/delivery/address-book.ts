export type AddressBookState = {
  /** The address that the shopper has chosen. Null selects the one with the highest id. */
  chosen: number | null
  /** How the form for a new address was opened. */
  form: 'closed' | 'button' | 'map'
  isDialogOpen: boolean
  error: string | null
  /** Whether the shopper has deleted the last address. */
  isEmptied: boolean
}

export type AddressBookEvent =
  | { type: 'selected' | 'change-clicked'; id: number }
  | { type: 'add-clicked' | 'cancelled' | 'map-clicked' | 'edited' | 'dialog-opened' | 'dialog-closed' }
  | { type: 'failed'; error: string }
  /** The id is null if the host didn't return it. */
  | { type: 'saved'; id: number | null }
  | { type: 'deleted'; id: number; selectedId: number | null; rest: readonly WithId[] }

type WithId = { id: number }

export const ADDRESS_BOOK: AddressBookState = {
  chosen: null,
  form: 'closed',
  isDialogOpen: false,
  error: null,
  isEmptied: false,
}

/** Returns the next state. Each event except a failure clears the error. */
export function nextAddressBook(previous: AddressBookState, event: AddressBookEvent): AddressBookState {
  const state = { ...previous, error: null }
  switch (event.type) {
    case 'selected':
      return { ...state, chosen: event.id, form: 'closed' }
    case 'change-clicked':
      return { ...state, chosen: event.id, form: 'button' }
    case 'add-clicked':
      return { ...state, form: 'button' }
    case 'cancelled':
      return { ...state, form: 'closed' }
    case 'map-clicked':
      return { ...state, form: 'map' }
    case 'edited':
      return state
    case 'dialog-opened':
      return { ...state, isDialogOpen: true }
    case 'dialog-closed':
      return { ...state, isDialogOpen: false }
    case 'failed':
      return { ...state, error: event.error }
    case 'saved':
      return { ...ADDRESS_BOOK, chosen: event.id }
    case 'deleted':
      return {
        ...previous,
        chosen: event.selectedId === event.id ? highestId(event.rest) : event.selectedId,
        isEmptied: event.rest.length === 0,
      }
  }
}

/** Returns the highest id, which is selected by default; null if there are no addresses. */
export function highestId(addresses: readonly WithId[]): number | null {
  return addresses.reduce<number | null>((top, { id }) => (top === null || id > top ? id : top), null)
}
