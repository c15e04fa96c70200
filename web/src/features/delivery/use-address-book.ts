import { useQuery } from '@tanstack/react-query'
import { ApiError, errorMessage } from 'contracts/client'
import { useEffect, useRef, useState } from 'react'
import { getToken } from '../../api/session.ts'
import { validPhone } from '../../domain/contact.ts'
import type { Point } from '../../domain/distance.ts'
import { useDraft } from '../../platform/draft.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useWhenOnline } from '../../ui/feedback/use-when-online.ts'
import { OFFLINE } from '../../ui/form/use-submit.ts'
import {
  type AddressDraft,
  addressError,
  draftPoint,
  pointText,
  readAddressDraft,
  type SavedAddress,
  withPlace,
} from './address.ts'
import type { Place } from './places.ts'
import { addressesQuery, useAddAddress, useDeleteAddress } from './queries.ts'

const NONE: SavedAddress[] = []

/** The default contact person for a new address. */
type Contact = { name: string; phone: string }

/** The saved addresses, the selected one and a new one. Without a log-in, saving calls `onNoToken` instead. */
export function useAddressBook(token: string | null, contact: Contact, onNoToken: () => void) {
  const { data, error, isPending, refetch } = useQuery(addressesQuery(token))
  const addresses = token === null ? NONE : (data ?? NONE)
  const [chosen, setChosen] = useState<number | null>(null)
  const [emptied, setEmptied] = useState(false)
  const [wantsSearch, setWantsSearch] = useState<false | 'requested' | 'picked'>(false)
  const [dialogOpen, setDialogOpen] = useState(false)
  const [formError, setFormError] = useState<string | null>(null)
  const [draft, setDraft, clearDraft] = useDraft('addressDraft', readAddressDraft)
  const changeDraft = (change: Partial<AddressDraft>) => setDraft(withPlace(draft, change))
  const add = useAddAddress(token)
  const remove = useDeleteAddress(token)
  const saving = useWhenOnline()
  const deleting = useWhenOnline()
  // Requests that wait for the network call the latest functions, so that they use the current values.
  const latest = useRef({ save, removeAddress })
  latest.current = { save, removeAddress }

  useEffect(() => {
    // Logged to the console only, because pickup works without addresses.
    if (token === null) console.info('Saved addresses are not loaded without a log-in.')
    if (error) console.info(`Saved addresses did not load: ${error.message}`)
  }, [token, error])

  const selectedId = chosen ?? highestId(addresses)
  const selected = addresses.find(({ id }) => id === selectedId) ?? null
  const loading = token !== null && isPending
  const searching = wantsSearch !== false || (!loading && addresses.length === 0)

  function fail(text: string) {
    setFormError(text)
    notify(text, { kind: 'error' })
  }

  function wait() {
    setFormError(OFFLINE)
    notify(OFFLINE, { kind: 'info' })
  }

  async function save() {
    const problem = addressError(draft)
    if (problem) return fail(problem)
    const contact_person_number = validPhone(draft.contact_person_number) ?? ''
    changeDraft({ contact_person_number })
    // The token is read again, because the customer may have logged out in another tab.
    if (getToken() === null) return onNoToken()
    if (saving.defers(() => void latest.current.save())) return wait()
    try {
      const id = await add.mutateAsync({ ...draft, contact_person_number })
      setChosen(id)
      setEmptied(false)
      setWantsSearch(false)
      setDialogOpen(false)
      setFormError(null)
      clearDraft()
      notify('Address saved successfully!', { kind: 'success' })
    } catch (cause) {
      if (cause instanceof ApiError) fail(`Error: ${errorMessage(cause.body) ?? 'Failed to save address.'}`)
      else fail('An error occurred while saving the address.')
    }
  }

  async function removeAddress(id: number) {
    if (remove.isPending) return
    if (deleting.defers(() => void latest.current.removeAddress(id))) return notify(OFFLINE, { kind: 'info' })
    try {
      await remove.mutateAsync(id)
      const rest = addresses.filter((address) => address.id !== id)
      setChosen(selectionAfterDelete(addresses, id, selectedId))
      if (rest.length === 0) {
        setEmptied(true)
        clearDraft()
      }
      notify('Address deleted successfully!', { kind: 'success' })
    } catch (cause) {
      const refused = cause instanceof ApiError
      notify(
        refused
          ? 'Failed to delete the address. Please try again.'
          : 'An error occurred while deleting the address.',
        { kind: 'error' },
      )
    }
  }

  return {
    addresses,
    loading,
    failed: error !== null,
    reload: () => void refetch(),
    selectedId,
    selected,
    /** Whether the last address was deleted. If so, the fee is 0, not unknown. */
    emptied: emptied && selected === null,
    searching,
    /** Whether the shopper opened the search with a button. */
    requested: wantsSearch === 'requested',
    draft,
    dialogOpen,
    formError,
    saving: add.isPending,
    deletingId: remove.isPending ? remove.variables : null,
    /** The pin's position, from the new address or else from the selected address. */
    point: (searching ? draftPoint(draft) : null) ?? selected?.point ?? null,

    select(id: number) {
      setChosen(id)
      setWantsSearch(false)
      setFormError(null)
    },
    search(open: boolean) {
      setWantsSearch(open && 'requested')
      setFormError(null)
    },
    type: (address: string) => changeDraft({ address }),
    takePlace: (place: Place) => {
      setFormError(null)
      changeDraft({ address: place.name, place: place.name, ...pointText(place) })
    },
    /** Moves the pin and clears the typed text, which no longer matches the location. */
    pick(point: Point) {
      setWantsSearch('picked')
      setFormError(null)
      changeDraft({ address: '', ...pointText(point) })
    },
    /** Moves the pin to the device's location. Clears a place's name, but not the shopper's own text. */
    locate(point: Point) {
      setFormError(null)
      changeDraft({ ...(draft.place === '' ? {} : { address: '' }), ...pointText(point) })
    },
    /** Copies an address into the form for a new address, because the API has no request for changing an address. */
    change(address: SavedAddress) {
      setChosen(address.id)
      setWantsSearch('requested')
      setFormError(null)
      changeDraft({
        address: address.address,
        place: address.address,
        address_type: address.address_type === 'Work' ? 'Work' : 'Home',
        contact_person_name: address.contact_person_name,
        contact_person_number: address.contact_person_number,
        ...(address.point ? pointText(address.point) : { latitude: '', longitude: '' }),
      })
    },
    openDialog() {
      if (draft.address.trim() === '' || draftPoint(draft) === null) {
        return fail('Please search and select an address first!')
      }
      setFormError(null)
      changeDraft({
        contact_person_name: draft.contact_person_name || contact.name,
        contact_person_number: draft.contact_person_number || contact.phone,
      })
      setDialogOpen(true)
    },
    changeDraft,
    closeDialog() {
      saving.forget()
      setDialogOpen(false)
      setFormError(null)
    },
    save,
    remove: removeAddress,
  }
}

export type AddressBook = ReturnType<typeof useAddressBook>

type WithId = { id: number }

/** Returns the highest id, which is selected by default; null if there are no addresses. */
export function highestId(addresses: readonly WithId[]): number | null {
  return addresses.reduce<number | null>((top, { id }) => (top === null || id > top ? id : top), null)
}

/** Returns the selected id after a deletion: the highest remaining one if the selected address was deleted. */
export function selectionAfterDelete(
  addresses: readonly WithId[],
  deleted: number,
  selected: number | null,
): number | null {
  return selected === deleted ? highestId(addresses.filter(({ id }) => id !== deleted)) : selected
}
