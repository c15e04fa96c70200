import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Point } from '../../domain/distance.ts'
import { useDraft } from '../../domain/draft.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { addressesQuery, defaultAddress, type SavedAddress } from './address.ts'
import {
  type AddressDraft,
  draftOf,
  draftPoint,
  pointText,
  readAddressForm,
  unsavedPlace,
  withPlace,
} from './address-draft.ts'
import type { Place } from './places.ts'
import { useAddAddress } from './use-add-address.ts'
import { useAddressDeletion } from './use-address-deletion.ts'

const NONE: SavedAddress[] = []

/** The default contact person for a new address. */
type Contact = { name: string; phone: string }

export function useAddressBook(token: string | null, contact: Contact, onNoToken: () => void) {
  const { data = NONE, error, isPending, refetch } = useQuery(addressesQuery(token))
  const addresses = useMemo(() => data.filter(({ isPickupPoint }) => !isPickupPoint), [data])
  const [state, setState] = useState(INITIAL_STATE)
  /** Changes the state. Each change except a failure clears the error. */
  const update = (change: Partial<AddressBookState>) =>
    setState((previous) => ({ ...previous, error: null, ...change }))
  const form = useAddressForm({ token, contact, onNoToken, state, update })
  const selectedId = state.chosen ?? defaultAddress(addresses)?.id ?? null
  const selected = addresses.find(({ id }) => id === selectedId) ?? null
  const isLoading = token !== null && isPending
  const isFormOpen = form.isOpen || (!isLoading && addresses.length === 0)
  const deletion = useAddressDeletion(token, (id) => {
    const isEmptied = addresses.every((address) => address.id === id)
    setState((previous) => ({ ...previous, chosen: id === selectedId ? null : selectedId, isEmptied }))
    // A copy of the deleted address. A new address that the shopper has typed is kept.
    if (isEmptied && form.isCopy) form.clear()
  })

  useEffect(() => {
    // Logged to the console only, because pickup works without addresses.
    if (token === null) console.info('Saved addresses are not loaded without a log-in.')
    if (error) console.info(`Saved addresses did not load: ${error.message}`)
  }, [token, error])

  return {
    addresses,
    /** The pickup point, if the account contains it as an address. */
    pickupPoint: data.find(({ isPickupPoint }) => isPickupPoint) ?? null,
    isLoading,
    /** Whether there is no list. One that was loaded before is shown although its refetch failed. */
    hasFailed: error !== null && data === NONE,
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
      update({ chosen: id })
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
  update: (change: Partial<AddressBookState>) => void
}

/** Returns the form for a new address: a search field or the map first, and then a dialog for the details. */
function useAddressForm({ token, contact, onNoToken, state, update }: FormInput) {
  const [{ isOpen, isCopy, ...draft }, setDraft, clear] = useDraft('addressDraft', readAddressForm)
  const applyChange = (part: Partial<AddressDraft>) => setDraft({ ...withPlace(draft, part), isOpen: true })
  const add = useAddAddress(token)
  // The text and the point are one value, so both are restored.
  const [cleared, setCleared] = useState<AddressDraft | null>(null)
  const edit = (part: Partial<AddressDraft>) => {
    setCleared(null)
    applyChange(part)
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
      update({ ...INITIAL_STATE, chosen: id })
      clear(saved)
    },
    error: state.error,
    isDialogOpen: state.isDialogOpen,
    /** Whether the shopper opened the form with a button, and not with a click on the map. */
    isRequested: state.isFormRequested,
    isCopy,
    /** The number of times that the shopper has placed the pin. */
    pinCount: state.pins,
    /** Shows an error at the search field. */
    fail: (error: string) => update({ error }),
    /** The text that the map has cleared; null if there is none. */
    clearedText: cleared?.address.trim() ?? null,
    undoClearing() {
      if (cleared) edit(cleared)
    },
    open() {
      update({ isFormRequested: true })
      setDraft({ isOpen: true, isCopy: false })
    },
    /** Closes the form. Keeps its fields, unless they are those of a saved address. */
    close() {
      update({ isFormRequested: false })
      setCleared(null)
      if (isCopy) clear()
      else setDraft({ isOpen: false })
    },
    takePlace(place: Place) {
      update({})
      edit({ address: place.name, place: place.name, ...pointText(place) })
    },
    ...pinActions({ draft, pins: state.pins, update, edit, applyChange, setCleared }),
    /** Copies an address into the form, because the API has no request for changing an address. */
    copy(address: SavedAddress) {
      update({ chosen: address.id, isFormRequested: true })
      edit(draftOf(address))
      setDraft({ isCopy: true })
    },
    openDialog() {
      if (draft.address.trim() === '' || draftPoint(draft) === null) {
        update({ error: PLACE_MISSING })
        return notify('error', PLACE_MISSING)
      }
      edit({
        contact_person_name: draft.contact_person_name || contact.name,
        contact_person_number: draft.contact_person_number || contact.phone,
      })
      update({ isDialogOpen: true })
    },
    closeDialog: () => update({ isDialogOpen: false }),
  }
}

type PinInput = Pick<FormInput, 'update'> & {
  draft: AddressDraft
  pins: number
  edit: (part: Partial<AddressDraft>) => void
  /** Like `edit`, but a cleared text can still be restored. */
  applyChange: (part: Partial<AddressDraft>) => void
  setCleared: (draft: AddressDraft) => void
}

function pinActions({ draft, pins, update, edit, applyChange, setCleared }: PinInput) {
  return {
    /** Moves the pin and clears the typed text, which no longer matches the location. */
    pick(point: Point) {
      update({ isFormRequested: false, pins: pins + 1 })
      if (draft.address.trim() !== '') setCleared(draft)
      applyChange({ address: '', ...pointText(point) })
    },
    /** Moves the pin to the device's location. Clears a place's name, but not the shopper's own text. */
    locate(point: Point) {
      update({ pins: pins + 1 })
      edit({ ...(draft.place === '' ? {} : { address: '' }), ...pointText(point) })
    },
  }
}

const PLACE_MISSING = 'Please search and select an address first!'

const INITIAL_STATE = {
  /** Id of the address that the shopper selected. If null, the address with the highest id is selected. */
  chosen: null as number | null,
  /** Whether a button opened the form for a new address. */
  isFormRequested: false,
  /** The number of times that the shopper has placed the pin of a new address. */
  pins: 0,
  isDialogOpen: false,
  error: null as string | null,
  /** Whether the shopper has deleted the last address. */
  isEmptied: false,
}

type AddressBookState = typeof INITIAL_STATE
