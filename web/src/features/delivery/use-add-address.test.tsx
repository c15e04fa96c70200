import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setToken } from '../../api/session.ts'
import { addressesQuery } from './address.ts'
import { addressBody, draftOf } from './address-draft.ts'
import { useAddAddress } from './use-add-address.ts'

/** `list` fails the list until the next addition. */
type Failure = 'request' | 'response' | 'refusal' | 'list'

/** Renders the hook for a customer with loaded addresses. `fail` decides which next request fails, and how. */
async function renderHookWithAddresses() {
  const emulator = await createTestApp()
  const token = emulator.tokenOf()
  let failure: Failure | 'none' = 'none'
  const additions = vi.fn()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!String(url).endsWith('/customer/address/add')) {
      if (failure === 'list') throw new TypeError('No network.')
      return emulator.fetch(url, init)
    }
    additions()
    const lost = failure
    failure = 'none'
    if (lost === 'request') throw new TypeError('No network.')
    if (lost === 'refusal') return new Response('{"message":"No such zone."}', { status: 403 })
    const response = await emulator.fetch(url, init)
    if (lost === 'response') throw new TypeError('No network.')
    return response
  })
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await emulator.close()
  })
  setToken(token)
  const queryClient = new QueryClient()
  const [address] = await queryClient.fetchQuery(addressesQuery(token))
  if (!address) throw new Error('The customer has no address.')
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useAddAddress(token), { wrapper })
  return {
    address,
    additions,
    client: emulator.client(token),
    add: (draft = draftOf(address)) => result.current.mutateAsync(draft),
    fail: (part: Failure) => {
      failure = part
    },
  }
}

test('an address whose request was lost is sent again, although the customer has the same one', async () => {
  const { address, additions, add, fail } = await renderHookWithAddresses()
  fail('request')
  await expect(add()).rejects.toThrow('No network.')
  expect(await add()).not.toBe(address.id)
  expect(additions).toHaveBeenCalledTimes(2)
})

test('an address whose response was lost is found in the list, and not sent again', async () => {
  const { address, additions, add, fail } = await renderHookWithAddresses()
  fail('response')
  await expect(add()).rejects.toThrow('No network.')
  expect(await add()).not.toBe(address.id)
  expect(additions).toHaveBeenCalledOnce()
})

test('an address that was refused is sent again, although the list fails to load', async () => {
  const { address, additions, add, fail } = await renderHookWithAddresses()
  fail('refusal')
  await expect(add()).rejects.toThrow('No such zone.')
  fail('list')
  expect(await add()).not.toBe(address.id)
  expect(additions).toHaveBeenCalledTimes(2)
})

test('an address that was changed after its response was lost is sent again', async () => {
  const { address, additions, add, fail } = await renderHookWithAddresses()
  fail('response')
  await expect(add()).rejects.toThrow('No network.')
  await add({ ...draftOf(address), contact_person_number: '+256701234567' })
  expect(additions).toHaveBeenCalledTimes(2)
})

test("another person's new address at the same place is not taken for one whose request was lost", async () => {
  const { address, additions, add, client, fail } = await renderHookWithAddresses()
  fail('request')
  await expect(add()).rejects.toThrow('No network.')
  const draft = { ...draftOf(address), contact_person_name: 'Somebody Else' }
  await client('POST /customer/address/add', { body: addressBody(draft) })
  await add()
  expect(additions).toHaveBeenCalledTimes(2)
})
