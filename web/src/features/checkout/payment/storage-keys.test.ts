import { expect, test } from 'vitest'
import { writeStoredJson } from '../../../platform/storage.ts'
import { mayHaveStoredPayment, STORAGE_AREAS } from './storage-keys.ts'

test.each(['paidOrders', 'paymentAttempts'] as const)('finds a payment in each place: %s', (key) => {
  for (const area of STORAGE_AREAS) {
    expect(mayHaveStoredPayment()).toBe(false)
    writeStoredJson(key, [{ tx_ref: 'kitabo-1' }], area)
    expect(mayHaveStoredPayment()).toBe(true)
    writeStoredJson(key, null, area)
  }
  expect(mayHaveStoredPayment()).toBe(false)
})
