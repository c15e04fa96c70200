import { screen, waitFor } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { expect, test } from 'vitest'
import { paidPens } from '../../../test/payment.ts'
import { renderShop } from '../../../test/render.tsx'
import { tokenCacheKey } from '../../api/session.ts'
import { STORED_VALUES } from '../../config/stored-values.ts'

type Key = keyof typeof STORED_VALUES

const LOG_IN: readonly Key[] = ['authToken', 'customer']

/** The keys but those of the log-in, which `renderShop` stores, and of values that no log-out concerns. */
const KEYS = (Object.keys(STORED_VALUES) as Key[]).filter(
  (key) => !LOG_IN.includes(key) && !['hour', 'tab'].includes(STORED_VALUES[key].life),
)

const areaOf = (key: Key) => (/^reset|Draft$/.test(key) ? sessionStorage : localStorage)

/** Lists of values, each with its own owner. The others contain one value. */
const LISTS: Partial<Record<Key, object>> = {
  wishesToSend: { product: { id: 7, name: 'Atlas', price: 9000 }, isRemoval: false },
  orderDetails: { order: 100_012, note: 'Call at the gate', choices: [] },
  paymentAttempts: paidPens,
  paidOrders: paidPens,
}

/** Fills the browser with a value for each key, stores the customer's log-in, and logs out. */
async function logOutWith(owner: (session: string) => { id: number; session: string }) {
  const emulator = await createTestApp()
  const token = emulator.tokenOf()
  for (const key of KEYS) {
    const value = { ...LISTS[key], amount: 3_800, owner: owner(tokenCacheKey(token)) }
    areaOf(key).setItem(key, JSON.stringify(key in LISTS ? [value] : value))
  }
  const { user } = await renderShop({ path: '/my-account', token, emulator })
  await screen.findByText('demo@kitabo.example')
  await user.click(screen.getByRole('tab', { name: 'Logout' }))
  await waitFor(() => expect(window.location.pathname).toBe('/'))
  return new Set(KEYS.filter((key) => areaOf(key).getItem(key) !== null))
}

test('a log-out deletes what the customer has left in the browser, except attempts and paid orders', async () => {
  const remaining = await logOutWith((session) => ({ id: 1, session }))
  expect(KEYS.filter((key) => remaining.has(key) === (STORED_VALUES[key].life === 'log-out'))).toEqual([])
  expect(LOG_IN.map((key) => localStorage.getItem(key))).toEqual([null, null])
})

test("a log-out keeps another customer's values", async () => {
  const remaining = await logOutWith(() => ({ id: 99, session: 'of-another-customer' }))
  const lost = KEYS.filter((key) => STORED_VALUES[key].owner === 'customer' && !remaining.has(key))
  expect(lost).toEqual([])
})
