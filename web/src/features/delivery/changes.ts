import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { readAddress } from './address.ts'
import { type AddressDraft, addressBody } from './address-draft.ts'
import { addressesQuery } from './queries.ts'

/** Saves an address and reloads the list. Resolves to the id, or to null, in which case it is the highest id. */
export function useAddAddress(token: string | null) {
  const client = useQueryClient()
  const { queryKey } = addressesQuery(token)
  return useMutation({
    mutationFn: async (draft: AddressDraft): Promise<number | null> => {
      const response = await call('POST /customer/address/add', { body: addressBody(draft) })
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

export function useDeleteAddress(token: string | null) {
  const client = useQueryClient()
  const { queryKey } = addressesQuery(token)
  return useMutation({
    mutationFn: (id: number) => call('DELETE /customer/address/delete', { body: { address_id: id } }),
    onSuccess: (_, id) => {
      client.setQueryData(queryKey, (old) => old?.filter((address) => address.id !== id))
    },
  })
}
