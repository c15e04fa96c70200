import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fillStorage } from '../../../../test/full-storage.ts'
import { paidPens } from '../../../../test/payment.ts'
import { getOwner, logOut, readOwner, rememberCustomer, setToken } from '../../../api/session.ts'
import { readStored } from '../../../platform/storage.ts'
import { paymentRequest } from '../billing.ts'
import { attempts, mayOwnStoredPayment, paidOrders, storeAsPaid } from './payments.ts'
import { ATTEMPTS_KEY, PAID_ORDERS_KEY } from './storage-keys.ts'

const { transaction_id: _, ...attempt } = paidPens
const references = (list: typeof attempts | typeof paidOrders) => list.get().map(({ tx_ref }) => tx_ref)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '')
})

function logIn(token: string, customer: number | null): void {
  setToken(token)
  rememberCustomer(token, customer)
}

/** Makes an area in which values are stored refuse all of them. */
function refuseToStore(area: 'localStorage' | 'sessionStorage' | 'history'): void {
  if (area !== 'history') fillStorage(area)
  else
    vi.spyOn(window.history, 'replaceState').mockImplementation(() => {
      throw new DOMException('too many', 'SecurityError')
    })
}

describe.each([
  ['payment attempts', attempts, ATTEMPTS_KEY],
  ['paid orders', paidOrders, PAID_ORDERS_KEY],
] as const)('%s', (_, list, key) => {
  test('are stored, oldest first, until they are removed', () => {
    for (const tx_ref of ['kitabo-1', 'kitabo-2', 'kitabo-3']) list.add({ ...paidPens, tx_ref })
    list.remove('kitabo-2')
    expect(references(list)).toEqual(['kitabo-1', 'kitabo-3'])
    for (const tx_ref of ['kitabo-1', 'kitabo-3']) list.remove(tx_ref)
    expect(localStorage).toHaveLength(0)
  })

  test('change only the payment with the reference, wherever it is stored', () => {
    sessionStorage.setItem(key, JSON.stringify([{ ...paidPens, tx_ref: 'kitabo-2' }]))
    list.add(paidPens)
    list.change('kitabo-2', { amount: 5 })
    expect(list.get().map(({ tx_ref, amount }) => [tx_ref, amount])).toEqual([
      ['kitabo-1', 3_800],
      ['kitabo-2', 5],
    ])
    list.change('kitabo-3', { amount: 5 })
    expect(localStorage.getItem('paidOrders') ?? '').not.toContain('kitabo-2')
    expect(list.get()).toHaveLength(2)
  })

  test('leave an area of the storage as it is if none of its payments changes', () => {
    const text = JSON.stringify([{ ...paidPens, tx_ref: 'kitabo-2', unknown: 'field' }])
    sessionStorage.setItem(key, text)
    list.add(paidPens)
    list.change('kitabo-1', { amount: 5 })
    list.remove('kitabo-1')
    expect(Object.values(sessionStorage)).toEqual([text])
  })

  test('are stored once for each reference', () => {
    expect(list.add(paidPens)).toBe(true)
    expect(list.survivesReload('kitabo-1')).toBe(true)
    expect(list.add(paidPens)).toBe(true)
    list.remove('kitabo-1')
    list.add(paidPens)
    list.add({ ...paidPens, amount: 1 })
    expect(list.get()).toMatchObject([{ amount: 3_800 }])
    expect(readStored(key)?.match(/kitabo-1/g)).toHaveLength(1)
  })

  test('are read from the first area if two areas have the reference', () => {
    list.add(paidPens)
    sessionStorage.setItem(key, JSON.stringify([{ ...paidPens, amount: 1 }]))
    expect(list.get()).toMatchObject([{ amount: 3_800 }])
  })

  test('are found only for the customer who made them', () => {
    list.add(paidPens)
    logIn('a-token', 4)
    expect(list.find()?.tx_ref).toBe('kitabo-1')
    logIn('b-token', 5)
    expect(list.find()).toBeNull()
    logOut()
    expect(list.find()).toBeNull()
  })

  test('are found only for the log-in that made them if the customer was unknown', () => {
    logIn('a-token', null)
    list.add({ ...paidPens, owner: readOwner(getOwner()) })
    expect(list.find()?.tx_ref).toBe('kitabo-1')
    logIn('b-token', 5)
    expect(list.find()).toBeNull()
    logIn('a-token', 4)
    expect(list.find()?.tx_ref).toBe('kitabo-1')
  })

  test('belong to the customer of their log-in once the account has loaded', () => {
    logIn('a-token', null)
    list.add({ ...paidPens, owner: readOwner(getOwner()) })
    const { result, rerender } = renderHook(list.useOwn)
    expect(result.current?.tx_ref).toBe('kitabo-1')
    act(() => rememberCustomer('a-token', 4))
    rerender()
    act(() => logIn('another-token', 4))
    expect(list.find()?.tx_ref).toBe('kitabo-1')
  })

  test('still belong to others after a different customer has logged in', () => {
    const owners = [
      { id: 5, session: 'b' },
      { id: null, session: 'c' },
    ]
    for (const [index, owner] of owners.entries()) list.add({ ...paidPens, tx_ref: `kitabo-${index}`, owner })
    logIn('a-token', 4)
    expect(renderHook(list.useOwn).result.current).toBeNull()
    expect(list.get().map(({ owner }) => owner)).toEqual(owners)
  })

  test('appear and disappear on a page that is open', () => {
    const { result } = renderHook(list.useOwn)
    act(() => logIn('a-token', 4))
    expect(result.current).toBeNull()
    act(() => void list.add(paidPens))
    expect(result.current?.tx_ref).toBe('kitabo-1')
    act(() => list.remove('kitabo-1'))
    expect(result.current).toBeNull()
  })

  test('are found if an older one belongs to a different customer', () => {
    logIn('a-token', 4)
    list.add({ ...paidPens, owner: { id: 5, session: 'b' } })
    list.add({ ...paidPens, tx_ref: 'kitabo-2' })
    expect(list.find()?.tx_ref).toBe('kitabo-2')
  })

  test.each([
    ['localStorage is full', ['localStorage'], 'sessionStorage'],
    ['the browser blocks its storage', ['localStorage', 'sessionStorage'], 'history'],
  ] as const)('survive a reload if %s', (_, full, area) => {
    for (const refusing of full) refuseToStore(refusing)
    expect(list.add(paidPens)).toBe(true)
    const stored =
      area === 'history' ? Object.values(window.history.state) : Object.values(window.sessionStorage)
    expect(stored.join()).toContain('kitabo-1')
    list.remove('kitabo-1')
    expect(references(list)).toEqual([])
    expect(JSON.stringify([{ ...sessionStorage }, window.history.state])).not.toContain('kitabo-1')
  })

  test('stay where they are if localStorage has no room for another one', () => {
    list.add(paidPens)
    refuseToStore('localStorage')
    expect(list.add({ ...paidPens, tx_ref: 'kitabo-2' })).toBe(true)
    expect(references(list)).toEqual(['kitabo-1', 'kitabo-2'])
    expect(Object.values(localStorage).join()).toContain('kitabo-1')
    for (const reference of references(list)) list.remove(reference)
    expect(references(list)).toEqual([])
  })

  test('are stored in one area only if localStorage is full', () => {
    refuseToStore('localStorage')
    list.add(paidPens)
    expect(readStored(key)).toBeNull()
    expect(readStored(key, 'session')).not.toBeNull()
  })

  test('are kept in memory if the browser stores nothing at all, and the caller is told', () => {
    for (const refusing of ['localStorage', 'sessionStorage', 'history'] as const) refuseToStore(refusing)
    expect(list.add(paidPens)).toBe(false)
    expect(list.survivesReload('kitabo-1')).toBe(false)
    expect(references(list)).toEqual(['kitabo-1'])
    list.remove('kitabo-1')
    expect(references(list)).toEqual([])
  })

  test('leave cached responses alone if there is room', () => {
    localStorage.setItem('categories', '{"data":[],"timestamp":1}')
    list.add(paidPens)
    expect(localStorage.getItem('categories')).not.toBeNull()
  })

  test('replace cached responses if localStorage is full', () => {
    localStorage.setItem('categories', '{"data":[],"timestamp":1}')
    fillStorage('localStorage', () => localStorage.getItem('categories') !== null)
    expect(list.add(paidPens)).toBe(true)
    expect(Object.values(localStorage).join()).toContain('kitabo-1')
  })
})

describe('stored payments', () => {
  test('are ignored if storage is invalid', () => {
    for (const text of ['{"tx_ref":', '[{"tx_ref":5}, null]', '{"0":1}', '7']) {
      localStorage.setItem('paidOrders', text)
      expect(paidOrders.get()).toEqual([])
    }
  })

  const store = (change: object) =>
    localStorage.setItem('paidOrders', JSON.stringify([{ ...paidPens, ...change }]))

  test.each([
    [{ tx_ref: 5 }],
    [{ tx_ref: 'a b' }],
    [{ tx_ref: 'é' }],
    [{ tx_ref: 'a'.repeat(101) }],
    [{ amount: '3800' }],
    [{ payload: null }],
    [{ payload: { cart: 'x' } }],
    [{ payload: { cart: [{ product_id: '1' }, {}] } }],
  ])('are ignored without a valid reference, amount and cart: %j', (change) => {
    store(change)
    expect(paidOrders.get()).toEqual([])
  })

  test.each([
    [{ transaction_id: 7 }, { transaction_id: 7 }],
    [{ transaction_id: 'abc' }, { transaction_id: 'abc' }],
    [{ transaction_id: {} }, { transaction_id: null }],
    [{ started_at: 'x' }, { started_at: 0 }],
    [{ started_at: 7 }, { started_at: 7 }],
    [{ outcome: 'pending' }, { outcome: 'pending' }],
    [{ outcome: 'unknown' }, { outcome: 'unknown' }],
    [{ outcome: 'paid' }, { outcome: undefined }],
    [{ isPosted: true }, { isPosted: true }],
  ])('are read field by field: %j gives %j', (change, read) => {
    store(change)
    expect(paidOrders.get()[0]).toMatchObject(read)
  })

  test('are not posted before unless they say so', () => {
    store({ isPosted: 'yes' })
    expect(paidOrders.get()[0]).not.toHaveProperty('isPosted')
  })

  test('may lack names, payer and delivery, and are not pickups if the delivery is missing', () => {
    const { tx_ref, amount, payload } = paidPens
    localStorage.setItem('paidOrders', JSON.stringify([{ tx_ref, amount, payload }]))
    expect(paidOrders.get()).toMatchObject([
      { tx_ref, amount, payload, items: [], delivery: null, transaction_id: null },
    ])
  })

  test('contain the address and the fee of a home delivery', () => {
    const address = { id: 31, address: 'Plot 5, Ntinda', latitude: 0.3476, longitude: 32.5825 }
    const delivery = { address, distance: 3.26, fee: 4_890, note: 'Call' }
    paidOrders.add({ ...paidPens, delivery })
    expect(paidOrders.get()[0]?.delivery).toEqual(delivery)
  })
})

test('a paid attempt becomes a paid order', () => {
  attempts.add(attempt)
  attempts.add({ ...attempt, tx_ref: 'kitabo-2' })
  storeAsPaid(paidPens)
  expect(references(attempts)).toEqual(['kitabo-2'])
  expect(references(paidOrders)).toEqual(['kitabo-1'])
})

test('a paid attempt is kept if the browser refuses to store the paid order', () => {
  attempts.add(attempt)
  for (const refusing of ['localStorage', 'sessionStorage', 'history'] as const) refuseToStore(refusing)
  expect(storeAsPaid(paidPens)).toBe(false)
  expect(references(attempts)).toEqual(['kitabo-1'])
  paidOrders.remove('kitabo-1')
})

test('sends the same payment request when an attempt is resumed', () => {
  attempts.add(attempt)
  const [stored] = attempts.get()
  expect(stored && paymentRequest(stored)).toEqual(paymentRequest(attempt))
  expect(paymentRequest(attempt)).toMatchObject({
    tx_ref: 'kitabo-1',
    amount: 3_800,
    currency: 'UGX',
    customer: { email: 'a@kitabo.example', phone_number: '0772123456', name: 'A B' },
  })
})

describe('the owner of a payment on this device', () => {
  beforeEach(() => setToken('a-token'))

  test('is unknown if there is an attempt and the account has not loaded', () => {
    attempts.add(attempt)
    expect(mayOwnStoredPayment()).toBe(true)
    rememberCustomer('a-token', 5)
    expect(mayOwnStoredPayment()).toBe(false)
  })

  test('is unknown for a guest if there is an attempt of a customer', () => {
    logOut()
    expect(mayOwnStoredPayment()).toBe(false)
    attempts.add(attempt)
    expect(mayOwnStoredPayment()).toBe(true)
  })

  test('is unknown for a paid order as well', () => {
    paidOrders.add(paidPens)
    expect(mayOwnStoredPayment()).toBe(true)
  })

  test('does not count as unknown if no payment belongs to a known customer', () => {
    expect(mayOwnStoredPayment()).toBe(false)
    attempts.add({ ...attempt, owner: { id: null, session: 'b' } })
    expect(mayOwnStoredPayment()).toBe(false)
  })
})
