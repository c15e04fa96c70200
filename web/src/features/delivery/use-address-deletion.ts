import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { useWhenOnline } from '../../platform/online.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { OFFLINE } from '../../ui/form/use-submit.ts'
import { addressesQuery, type SavedAddress } from './address.ts'
import { draftOf } from './address-draft.ts'
import { useAddAddress } from './use-add-address.ts'

/** The delay after which a deletion is tried again if the first attempt after a reconnection fails, in milliseconds. */
const RETRY_MS = 4000

const DELETION_REFUSED = 'Failed to delete the address. Please try again.'
const DELETION_FAILED = 'An error occurred while deleting the address.'

/** Deletes addresses. The last one can be saved again, as a new address: it is the default if none is selected. */
export function useAddressDeletion(token: string | null, onDeleted: (id: number) => void) {
  const add = useAddAddress(token)
  const [deleted, setDeleted] = useState<SavedAddress | null>(null)
  const { request, pendingIds } = useDeletionQueue(token, (address) => {
    onDeleted(address.id)
    setDeleted(address)
  })

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

/** Deletes addresses one after the other. While the browser is offline, they wait for the network. */
function useDeletionQueue(token: string | null, onDeleted: (address: SavedAddress) => void) {
  const remove = useDeleteAddress(token, onDeleted)
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

  /** @param retries further attempts of a request that fails, because the network has just returned */
  async function deleteQueued(retries = 0) {
    if (isBusy.current) return
    isBusy.current = true
    await deleteFirst(retries)
    isBusy.current = false
  }

  /** Deletes the queued addresses, one after the other. */
  async function deleteFirst(retries: number): Promise<void> {
    const [address] = queue.current
    if (!address) return
    if (deferIfOffline(1)) return notify('info', `${OFFLINE} Keep this page open.`)
    try {
      await remove.mutateAsync(address)
      notify('success', 'Address deleted successfully!')
    } catch (cause) {
      const isRefused = cause instanceof ApiError
      if (retries > 0 && !isRefused) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        return deleteFirst(retries - 1)
      }
      notify('error', isRefused ? DELETION_REFUSED : DELETION_FAILED)
    }
    setQueue(queue.current.slice(1))
    return deleteFirst(retries)
  }

  return { request, pendingIds }
}

/** @param onDeleted the function of the latest render is called, because the shopper may select meanwhile */
function useDeleteAddress(token: string | null, onDeleted: (address: SavedAddress) => void) {
  const client = useQueryClient()
  const { queryKey } = addressesQuery(token)
  return useMutation({
    // A list that was requested before, for example because the network returned, still contains the address.
    onMutate: () => client.cancelQueries({ queryKey }),
    mutationFn: ({ id }: SavedAddress) =>
      call('DELETE /customer/address/delete', { body: { address_id: id } }),
    onSuccess: (_, deleted) => {
      client.setQueryData(queryKey, (old) => old?.filter(({ id }) => id !== deleted.id))
      onDeleted(deleted)
    },
    // If only the response was lost, the address is gone.
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
