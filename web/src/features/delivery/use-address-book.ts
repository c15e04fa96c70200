import { useQuery } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { type Dispatch, useEffect, useReducer, useState } from 'react'
import type { Point } from '../../domain/distance.ts'
import { useDraft } from '../../domain/draft.ts'
import { useWhenOnline } from '../../platform/online.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { OFFLINE } from '../../ui/form/use-submit.ts'
import type { SavedAddress } from './address.ts'
import {
  type AddressDraft,
  draftOf,
  draftPoint,
  pointText,
  readAddressForm,
  unsavedPlace,
  withPlace,
} from './address-draft.ts'
import { useAddAddress, useDeleteAddress } from './changes.ts'
import type { Place } from './places.ts'
import { addressesQuery } from './queries.ts'

const NONE: SavedAddress[] = []

/** The default contact person for a new address. */
type Contact = { name: string; phone: string }

/** The saved addresses, the selected one and the form for a new one. */
export function useAddressBook(token: string | null, contact: Contact, onNoToken: () => void) {
  const { data, error, isPending, refetch } = useQuery(addressesQuery(token))
  const addresses = token === null ? NONE : (data ?? NONE)
  const [state, dispatch] = useReducer(nextAddressBook, ADDRESS_BOOK)
  const form = useAddressForm({ token, contact, onNoToken, state, dispatch })
  const selectedId = state.chosen ?? highestId(addresses)
  const selected = addresses.find(({ id }) => id === selectedId) ?? null
  const isLoading = token !== null && isPending
  const isFormOpen = form.isOpen || (!isLoading && addresses.length === 0)
  const deletion = useDeletion(token, {
    onDeleted(id) {
      const rest = addresses.filter((address) => address.id !== id)
      dispatch({ type: 'deleted', id, selectedId, rest })
      if (rest.length === 0) form.clear()
      return { wasSelected: id === selectedId }
    },
    onRestored: (id) => dispatch({ type: 'selected', id }),
  })

  useEffect(() => {
    // Logged to the console only, because pickup works without addresses.
    if (token === null) console.info('Saved addresses are not loaded without a log-in.')
    if (error) console.info(`Saved addresses did not load: ${error.message}`)
  }, [token, error])

  return {
    addresses,
    isLoading,
    hasFailed: error !== null,
    reload: () => void refetch(),
    selectedId,
    selected,
    /** Whether the last address was deleted. If so, the fee is 0, not unknown. */
    isEmptied: state.isEmptied && selected === null,
    /** The pin's position, from the new address or else from the selected address. */
    point: (isFormOpen ? draftPoint(form.draft) : null) ?? selected?.point ?? null,
    /** The name of a place that was typed, found or tapped but not saved; null if there is none. */
    unsaved: isFormOpen ? unsavedPlace(form.draft, selected) : null,
    select(id: number) {
      dispatch({ type: 'selected', id })
      form.close()
    },
    deletion,
    form: { ...form, isOpen: isFormOpen },
  }
}

export type AddressBook = ReturnType<typeof useAddressBook>

type FormInput = {
  token: string | null
  contact: Contact
  /** Called instead of saving if the shopper is logged out. */
  onNoToken: () => void
  state: AddressBookState
  dispatch: Dispatch<AddressBookEvent>
}

/** The form for a new address: a search field or the map first, and then a dialog for the details. */
function useAddressForm({ token, contact, onNoToken, state, dispatch }: FormInput) {
  const [{ isOpen, ...draft }, setDraft, clear] = useDraft('addressDraft', readAddressForm)
  const change = (part: Partial<AddressDraft>) => setDraft({ ...withPlace(draft, part), isOpen: true })
  const add = useAddAddress(token)
  // The text and the point are one value, so both are restored.
  const [cleared, setCleared] = useState<AddressDraft | null>(null)
  const edit = (part: Partial<AddressDraft>) => {
    setCleared(null)
    change(part)
  }

  function fail(error: string) {
    dispatch({ type: 'failed', error })
    notify('error', error)
  }

  return {
    draft,
    isOpen,
    change: edit,
    clear,
    onNoToken,
    /** @throws if the host refuses the address or the network fails */
    async save(saved: AddressDraft) {
      const id = await add.mutateAsync(saved)
      dispatch({ type: 'saved', id })
      clear()
    },
    error: state.error,
    isDialogOpen: state.isDialogOpen,
    /** Whether the shopper opened the form with a button, and not with a click on the map. */
    isRequested: state.isFormRequested,
    /** Shows why the shopper can't continue. */
    fail,
    /** The text that the map has cleared; null if there is none. */
    clearedText: cleared?.address.trim() ?? null,
    undoClearing() {
      if (cleared) edit(cleared)
    },

    open() {
      dispatch({ type: 'add-clicked' })
      setDraft({ isOpen: true })
    },
    /** Closes the form and keeps its fields. */
    close() {
      dispatch({ type: 'cancelled' })
      setCleared(null)
      setDraft({ isOpen: false })
    },
    takePlace(place: Place) {
      dispatch({ type: 'edited' })
      edit({ address: place.name, place: place.name, ...pointText(place) })
    },
    /** Moves the pin and clears the typed text, which no longer matches the location. */
    pick(point: Point) {
      dispatch({ type: 'map-clicked' })
      if (draft.address.trim() !== '') setCleared(draft)
      change({ address: '', ...pointText(point) })
    },
    /** Moves the pin to the device's location. Clears a place's name, but not the shopper's own text. */
    locate(point: Point) {
      dispatch({ type: 'edited' })
      edit({ ...(draft.place === '' ? {} : { address: '' }), ...pointText(point) })
    },
    /** Copies an address into the form, because the API has no request for changing an address. */
    copy(address: SavedAddress) {
      dispatch({ type: 'change-clicked', id: address.id })
      edit(draftOf(address))
    },
    openDialog() {
      if (!isComplete(draft)) return fail('Please search and select an address first!')
      edit(withContact(draft, contact))
      dispatch({ type: 'dialog-opened' })
    },
    closeDialog() {
      dispatch({ type: 'dialog-closed' })
    },
  }
}

/** Whether a draft has a text and a location. */
const isComplete = (draft: AddressDraft) => draft.address.trim() !== '' && draftPoint(draft) !== null

/** The contact of a draft, by default the customer. */
function withContact(draft: AddressDraft, { name, phone }: Contact): Partial<AddressDraft> {
  return {
    contact_person_name: draft.contact_person_name || name,
    contact_person_number: draft.contact_person_number || phone,
  }
}

type DeletionEvents = {
  onDeleted: (id: number) => { wasSelected: boolean }
  /** Called with the new id if the address was selected. */
  onRestored: (id: number) => void
}

/** Deletes addresses. The last one can be saved again, as a new address. */
function useDeletion(token: string | null, { onDeleted, onRestored }: DeletionEvents) {
  const remove = useDeleteAddress(token)
  const add = useAddAddress(token)
  const [deleted, setDeleted] = useState<{ address: SavedAddress; wasSelected: boolean } | null>(null)
  const { defers } = useWhenOnline(request)

  async function request(address: SavedAddress) {
    if (remove.isPending) return
    if (defers(address)) return notify('info', OFFLINE)
    try {
      await remove.mutateAsync(address.id)
      setDeleted({ address, ...onDeleted(address.id) })
      notify('success', 'Address deleted successfully!')
    } catch (cause) {
      const isRefused = cause instanceof ApiError
      notify(
        'error',
        isRefused
          ? 'Failed to delete the address. Please try again.'
          : 'An error occurred while deleting the address.',
      )
    }
  }

  async function undo() {
    if (deleted === null) return
    setDeleted(null)
    try {
      const id = await add.mutateAsync(draftOf(deleted.address))
      if (id !== null && deleted.wasSelected) onRestored(id)
      notify('success', 'Address saved successfully!')
    } catch {
      setDeleted(deleted)
      notify('error', 'An error occurred while saving the address.')
    }
  }

  return {
    request: (address: SavedAddress) => void request(address),
    pendingId: remove.isPending ? remove.variables : null,
    /** The deleted address that can be restored. An address without a location could not be saved. */
    deleted: deleted?.address.point ? deleted.address : null,
    undo: () => void undo(),
  }
}

export type AddressBookState = {
  /** Id of the address that the shopper selected. If null, the address with the highest id is selected. */
  chosen: number | null
  /** Whether a button opened the form for a new address. */
  isFormRequested: boolean
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
  isFormRequested: false,
  isDialogOpen: false,
  error: null,
  isEmptied: false,
}

/** Returns the next state. Each event except a failure clears the error. */
export function nextAddressBook(previous: AddressBookState, event: AddressBookEvent): AddressBookState {
  const state = { ...previous, error: null }
  switch (event.type) {
    case 'selected':
      return { ...state, chosen: event.id }
    case 'change-clicked':
      return { ...state, chosen: event.id, isFormRequested: true }
    case 'add-clicked':
      return { ...state, isFormRequested: true }
    case 'cancelled':
      return { ...state, isFormRequested: false }
    case 'map-clicked':
      return { ...state, isFormRequested: false }
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
