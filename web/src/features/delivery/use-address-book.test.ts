import { expect, test } from 'vitest'
import { ADDRESS_BOOK, type AddressBookEvent, highestId, nextAddressBook } from './use-address-book.ts'

const addresses = [{ id: 4 }, { id: 9 }, { id: 7 }]
const without = (deleted: number) => addresses.filter(({ id }) => id !== deleted)
const open = { ...ADDRESS_BOOK, chosen: 4, isFormRequested: true, isDialogOpen: true, error: 'No.' } as const

test.each<[AddressBookEvent, Partial<typeof ADDRESS_BOOK>]>([
  [
    { type: 'selected', id: 9 },
    { chosen: 9, error: null },
  ],
  [
    { type: 'change-clicked', id: 9 },
    { chosen: 9, isFormRequested: true, error: null },
  ],
  [{ type: 'add-clicked' }, { isFormRequested: true, error: null }],
  [{ type: 'map-clicked' }, { isFormRequested: false, error: null }],
  [{ type: 'cancelled' }, { isFormRequested: false, error: null }],
  [{ type: 'edited' }, { error: null }],
  [{ type: 'dialog-opened' }, { isDialogOpen: true, error: null }],
  [{ type: 'dialog-closed' }, { isDialogOpen: false, error: null }],
  [{ type: 'failed', error: 'Offline.' }, { error: 'Offline.' }],
  [
    { type: 'saved', id: 12 },
    { chosen: 12, isFormRequested: false, isDialogOpen: false, error: null },
  ],
  [{ type: 'deleted', id: 9, selectedId: 9, rest: without(9) }, { chosen: 7 }],
  [{ type: 'deleted', id: 4, selectedId: 9, rest: without(4) }, { chosen: 9 }],
  [{ type: 'deleted', id: 9, selectedId: 4, rest: without(9) }, { chosen: 4 }],
  [
    { type: 'deleted', id: 4, selectedId: 4, rest: [] },
    { chosen: null, isEmptied: true },
  ],
])('after %o, the address book changes to %o', (event, change) => {
  expect(nextAddressBook(open, event)).toEqual({ ...open, ...change })
})

test('selects the highest id, regardless of the order', () => {
  expect(highestId(addresses)).toBe(9)
  expect(highestId([])).toBeNull()
})
