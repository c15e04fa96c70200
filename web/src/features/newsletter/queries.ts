import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Subscribes an e-mail address as it was typed: there is no format rule. */
export function useSubscribe() {
  return useMutation({
    mutationFn: (email: string) => call('POST /newsletter/subscribe', { body: { email } }),
  })
}
