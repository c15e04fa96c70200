import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { type SpecialOrderDraft, specialOrderRequest } from './request.ts'

export function useSendSpecialOrder() {
  return useMutation({
    mutationFn: (draft: SpecialOrderDraft) =>
      call('POST /special-order/store', { body: specialOrderRequest(draft) }),
  })
}
