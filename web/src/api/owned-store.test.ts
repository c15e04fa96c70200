import { expect, test } from 'vitest'
import { createOwnedStore } from './owned-store.ts'
import { clearToken, logOut, setToken } from './session.ts'

const store = createOwnedStore('addressDraft', ({ street }) => ({ street: String(street ?? '') }))
const street = () => store.get().street

test("a customer's value is kept when the log-in expires, and neither shown to nor deleted by another one", () => {
  setToken('ada')
  store.set({ street: 'Kira Road' })
  expect(street()).toBe('Kira Road')
  clearToken()
  expect(street()).toBe('Kira Road')
  setToken('david')
  expect(street()).toBe('')
  store.set(null)
  setToken('ada')
  expect(street()).toBe('Kira Road')
  store.set(null)
  expect(street()).toBe('')
})

test("a guest's value belongs to the next customer, and a customer's to no guest", () => {
  logOut()
  store.set({ street: 'Acacia Avenue' })
  setToken('ada')
  expect(street()).toBe('Acacia Avenue')
  store.set({ street: 'Kira Road' })
  logOut()
  expect(street()).toBe('')
})
