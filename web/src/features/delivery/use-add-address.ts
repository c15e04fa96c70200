import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { useRef } from 'react'
import { call } from '../../api/api.ts'
import { getToken } from '../../api/session.ts'
import { addressesQuery, readAddress } from './address.ts'
import { type AddressDraft, addressBody } from './address-draft.ts'

/**
 * Saves an address and reloads the list. Resolves to its id, or to null if the response contains none. In that case,
 * fails if the list fails to load, because the customer would then order to another address.
 */
export function useAddAddress(token: string | null) {
  const client = useQueryClient()
  const { queryKey } = addressesQuery(token)
  /** A request with an unknown outcome: the host may have the address. */
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
      const savedId = await findSaved(body)
      lostRequest.current = null
      if (savedId !== null) return savedId
      // Another customer may have logged in during the look-up.
      if (getToken() !== token) throw new Error('The customer has changed.')
      const idsBefore = (client.getQueryData(queryKey) ?? []).map(({ id }) => id)
      lostRequest.current = { request: JSON.stringify(body), idsBefore }
      const response = await call('POST /customer/address/add', { body }).catch((error: unknown) => {
        if (error instanceof ApiError) lostRequest.current = null
        throw error
      })
      const [saved] = readAddress(response)
      // Without an id in the response, only the list contains the new address.
      await client.invalidateQueries({ queryKey }, { throwOnError: !saved })
      lostRequest.current = null
      if (!saved) return null
      const listed = client.getQueryData(queryKey) ?? []
      // Shows the new address even if the list failed to load.
      if (!listed.some(({ id }) => id === saved.id)) client.setQueryData(queryKey, [saved, ...listed])
      return saved.id
    },
  })
}
