import { useQuery } from '@tanstack/react-query'
import { customerQuery } from './queries.ts'

/** The customer's name and phone number, with which new addresses begin. '' while unknown. */
export function useContact(token: string | null): { name: string; phone: string } {
  const { data } = useQuery(customerQuery(token))
  return { name: data ? `${data.f_name} ${data.l_name}`.trim() : '', phone: data?.phone ?? '' }
}
