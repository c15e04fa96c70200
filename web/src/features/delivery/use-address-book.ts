import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import type { Point } from '../../domain/distance.ts'
import { useDraft } from '../../domain/draft.ts'
import { useWhenOnline } from '../../platform/online.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { OFFLINE } from '../../ui/form/use-submit.ts'
import { addressesQuery, defaultAddress, readAddress, type SavedAddress } from './address.ts'
import {
  type AddressDraft,
  addressBody,
  draftOf,
  draftPoint,
  pointText,
  readAddressForm,
  unsavedPlace,
  withPlace,
} from './address-draft.ts'
import type { Place } from './places.ts'

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
  const deletion = useDeletion(token, (id) => {
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
    /** How often the shopper has placed the pin. */
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

/** The delay after which a deletion is tried again if the first attempt after a reconnection fails, in milliseconds. */
const RETRY_MS = 4000

const DELETION_REFUSED = 'Failed to delete the address. Please try again.'
const DELETION_FAILED = 'An error occurred while deleting the address.'

/** Deletes addresses. The last one can be saved again, as a new address: it is the default if none is selected. */
function useDeletion(token: string | null, onDeleted: (id: number) => void) {
  const remove = useDeleteAddress(token, onDeleted)
  const add = useAddAddress(token)
  const [deleted, setDeleted] = useState<SavedAddress | null>(null)
  /** The ids of the addresses that are being deleted, or that will be when the network returns. */
  const [pendingIds, setPendingIds] = useState<readonly number[]>([])
  // A ref, because the second click of a double click can fire before the first is rendered.
  const queue = useRef<readonly SavedAddress[]>([])
  const isBusy = useRef(false)
  const { deferIfOffline } = useWhenOnline(deleteQueued)

  // Nothing is deleted after the page is left, because another customer may be logged in by then.
  useEffect(
    () => () => {
      queue.current = []
    },
    [],
  )

  function setQueue(addresses: readonly SavedAddress[]) {
    queue.current = addresses
    setPendingIds(addresses.map(({ id }) => id))
  }

  function request(address: SavedAddress) {
    if (queue.current.some(({ id }) => id === address.id)) return
    setQueue([...queue.current, address])
    void deleteQueued()
  }

  /** @param wasOffline whether the network has just returned, so that the first attempt may fail */
  async function deleteQueued(wasOffline = false) {
    if (isBusy.current) return
    isBusy.current = true
    let canRetry = wasOffline
    for (let [address] = queue.current; address; [address] = queue.current) {
      if (deferIfOffline(true)) {
        notify('info', `${OFFLINE} Keep this page open.`)
        break
      }
      try {
        await remove.mutateAsync(address.id)
        setDeleted(address)
        notify('success', 'Address deleted successfully!')
      } catch (cause) {
        const isRefused = cause instanceof ApiError
        if (canRetry && !isRefused) {
          canRetry = false
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
          continue
        }
        notify('error', isRefused ? DELETION_REFUSED : DELETION_FAILED)
      }
      setQueue(queue.current.slice(1))
    }
    isBusy.current = false
  }

  async function undo() {
    if (deleted === null) return
    setDeleted(null)
    try {
      await add.mutateAsync(draftOf(deleted))
      notify('success', 'Address saved successfully!')
    } catch {
      setDeleted(deleted)
      notify('error', 'An error occurred while saving the address.')
    }
  }

  return {
    request,
    pendingIds,
    /** The deleted address that can be restored. An address without a location could not be saved. */
    deleted: deleted?.point ? deleted : null,
    undo: () => void undo(),
  }
}

/** Saves an address and reloads the list. Resolves to its id, or to null if the response doesn't contain it. */
function useAddAddress(token: string | null) {
  const client = useQueryClient()
  const { queryKey } = addressesQuery(token)
  /** A request whose response was lost, so that the host may have the address. */
  const lostRequest = useRef<{ request: string; idsBefore: number[] } | null>(null)

  /** Returns the id under which an earlier request has saved the address; null if the host doesn't have it. */
  async function findSaved(body: ReturnType<typeof addressBody>): Promise<number | null> {
    const earlier = lostRequest.current
    if (earlier?.request !== JSON.stringify(body)) return null
    const listed = await client.fetchQuery({ ...addressesQuery(token), staleTime: 0 })
    const saved = listed.find(
      (row) =>
        !earlier.idsBefore.includes(row.id) &&
        row.address === body.address &&
        row.contact_person_name === body.contact_person_name,
    )
    return saved?.id ?? null
  }

  return useMutation({
    mutationFn: async (draft: AddressDraft): Promise<number | null> => {
      const body = addressBody(draft)
      const known = await findSaved(body)
      lostRequest.current = null
      if (known !== null) return known
      const idsBefore = (client.getQueryData(queryKey) ?? []).map(({ id }) => id)
      const response = await call('POST /customer/address/add', { body }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) lostRequest.current = { request: JSON.stringify(body), idsBefore }
        throw error
      })
      const created = readAddress(response)
      await client.invalidateQueries({ queryKey })
      const listed = client.getQueryData(queryKey) ?? []
      const [saved] = created
      if (!saved) return null
      // Shows the new address even if the list failed to load.
      if (!listed.some(({ id }) => id === saved.id)) client.setQueryData(queryKey, [saved, ...listed])
      return saved.id
    },
  })
}

/** @param onDeleted the function of the latest render is called, because the shopper may select meanwhile */
function useDeleteAddress(token: string | null, onDeleted: (id: number) => void) {
  const client = useQueryClient()
  const { queryKey } = addressesQuery(token)
  return useMutation({
    // A list that was requested before, for example because the network returned, still contains the address.
    onMutate: () => client.cancelQueries({ queryKey }),
    mutationFn: (id: number) => call('DELETE /customer/address/delete', { body: { address_id: id } }),
    onSuccess: (_, id) => {
      client.setQueryData(queryKey, (old) => old?.filter((address) => address.id !== id))
      onDeleted(id)
    },
  })
}

const INITIAL_STATE = {
  /** Id of the address that the shopper selected. If null, the address with the highest id is selected. */
  chosen: null as number | null,
  /** Whether a button opened the form for a new address. */
  isFormRequested: false,
  /** How often the shopper has placed the pin of a new address. */
  pins: 0,
  isDialogOpen: false,
  error: null as string | null,
  /** Whether the shopper has deleted the last address. */
  isEmptied: false,
}

type AddressBookState = typeof INITIAL_STATE
