import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearToken, logOut, rememberCustomer, setToken } from '../api/session.ts'
import { clearDrafts, savedTexts, useDraft } from './draft.ts'

const read = (stored: Record<string, unknown>) => savedTexts(stored, { note: '' })
const openForm = () => renderHook(() => useDraft('deliveryDraft', read))
type Form = ReturnType<typeof openForm>

const noteOf = ({ result }: Form) => result.current[0].note
const type = ({ result }: Form, note: string) => act(() => result.current[1]({ note }))

function logIn(token: string, id: number): void {
  act(() => {
    setToken(token)
    rememberCustomer(token, id)
  })
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('a draft', () => {
  test('restores a draft when the form is opened again', () => {
    logIn('amina-1', 1)
    type(openForm(), 'Call at the gate')
    expect(noteOf(openForm())).toBe('Call at the gate')
  })

  test('restores a draft for the same customer after the session has expired', () => {
    logIn('amina-1', 1)
    const open = openForm()
    type(open, 'Call at the gate')
    act(() => clearToken())
    expect(noteOf(open)).toBe('Call at the gate')
    logIn('amina-2', 1)
    expect(noteOf(open)).toBe('Call at the gate')
    expect(noteOf(openForm())).toBe('Call at the gate')
  })

  test('hides a draft from a different customer after the session has expired', () => {
    logIn('amina-1', 1)
    const open = openForm()
    type(open, 'Call at the gate')
    act(() => clearToken())
    logIn('moses-1', 2)
    expect(noteOf(open)).toBe('')
    expect(noteOf(openForm())).toBe('')
  })

  test('hides a draft from a different customer before either account has loaded', () => {
    setToken('amina-1')
    type(openForm(), 'Call at the gate')
    act(() => clearToken())
    expect(noteOf(openForm())).toBe('Call at the gate')
    setToken('moses-1')
    expect(noteOf(openForm())).toBe('')
  })

  test('keeps a draft that was typed before the account has loaded', () => {
    act(() => setToken('amina-1'))
    const open = openForm()
    type(open, 'Call at the gate')
    act(() => rememberCustomer('amina-1', 1))
    expect(noteOf(open)).toBe('Call at the gate')
    expect(noteOf(openForm())).toBe('Call at the gate')
  })

  test('restores a draft once the account has loaded after the next login', () => {
    logIn('amina-1', 1)
    type(openForm(), 'Call at the gate')
    act(() => clearToken())
    act(() => setToken('amina-2'))
    const open = openForm()
    expect(noteOf(open)).toBe('')
    act(() => rememberCustomer('amina-2', 1))
    expect(noteOf(open)).toBe('Call at the gate')
  })

  test("keeps a guest's draft on login", () => {
    type(openForm(), 'Call at the gate')
    logIn('amina-1', 1)
    expect(noteOf(openForm())).toBe('Call at the gate')
  })

  test('deletes a draft on logout', () => {
    logIn('amina-1', 1)
    const open = openForm()
    type(open, 'Call at the gate')
    act(() => {
      logOut()
      clearDrafts()
    })
    expect(noteOf(open)).toBe('')
    expect(sessionStorage.getItem('deliveryDraft')).toBeNull()
  })
})

test('ignores an account that loads after a different customer has logged in', () => {
  logIn('moses-1', 2)
  type(openForm(), 'Two floors up')
  act(() => rememberCustomer('amina-1', 1))
  expect(noteOf(openForm())).toBe('Two floors up')
})
