import { act, renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { clearToken, logOut, rememberCustomer, setToken } from '../api/session.ts'
import { clearDrafts, readTextFields, useDraft } from './draft.ts'

const read = (stored: Record<string, unknown>) => readTextFields(stored, { note: '' })
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

const expire = () => act(() => clearToken())
const NOTE = 'Call at the gate'

/** Types a note into an open form. */
function typeNote(): Form {
  const open = openForm()
  type(open, NOTE)
  return open
}

test('only the given drafts are deleted', () => {
  const form = openForm()
  type(form, 'Behind the church')
  act(() => clearDrafts('specialOrderDraft'))
  expect(noteOf(form)).toBe('Behind the church')
  act(() => clearDrafts('deliveryDraft'))
  expect(noteOf(form)).toBe('')
})

describe('a draft', () => {
  test('is restored for the same customer, also after the session has expired', () => {
    logIn('amina-1', 1)
    const open = typeNote()
    expect(noteOf(openForm())).toBe(NOTE)
    expire()
    expect(noteOf(open)).toBe(NOTE)
    logIn('amina-2', 1)
    expect(noteOf(open)).toBe(NOTE)
    expect(noteOf(openForm())).toBe(NOTE)
  })

  test('is hidden from a different customer after the session has expired', () => {
    logIn('amina-1', 1)
    const open = typeNote()
    expire()
    logIn('moses-1', 2)
    expect(noteOf(open)).toBe('')
    expect(noteOf(openForm())).toBe('')
  })

  test('is hidden from a different customer before either account has loaded', () => {
    setToken('amina-1')
    typeNote()
    expire()
    expect(noteOf(openForm())).toBe(NOTE)
    setToken('moses-1')
    expect(noteOf(openForm())).toBe('')
  })

  test('that was typed before the account has loaded is kept', () => {
    act(() => setToken('amina-1'))
    const open = typeNote()
    act(() => rememberCustomer('amina-1', 1))
    expect(noteOf(open)).toBe(NOTE)
    expect(noteOf(openForm())).toBe(NOTE)
  })

  test('is restored once the account has loaded after the next login', () => {
    logIn('amina-1', 1)
    typeNote()
    expire()
    act(() => setToken('amina-2'))
    const open = openForm()
    expect(noteOf(open)).toBe('')
    act(() => rememberCustomer('amina-2', 1))
    expect(noteOf(open)).toBe(NOTE)
  })

  test('of a guest is kept on login, and deleted on logout', () => {
    const open = typeNote()
    logIn('amina-1', 1)
    expect(noteOf(openForm())).toBe(NOTE)
    act(() => {
      logOut()
      clearDrafts()
    })
    expect(noteOf(open)).toBe('')
    expect(sessionStorage.getItem('deliveryDraft')).toBeNull()
  })

  test('is kept if an account loads after a different customer has logged in', () => {
    logIn('moses-1', 2)
    typeNote()
    act(() => rememberCustomer('amina-1', 1))
    expect(noteOf(openForm())).toBe(NOTE)
  })
})

test.each([
  ['is deleted with the fields that were not sent', 'Kololo', undefined],
  ['keeps them and what was typed since', 'Ntinda', { address: 'Ntinda', note: NOTE }],
])('a draft that was sent %s', (_, address, kept) => {
  const { result } = renderHook(() =>
    useDraft('deliveryDraft', (stored) => readTextFields(stored, { address: '', note: '' })),
  )
  act(() => result.current[1]({ address, note: NOTE }))
  act(() => result.current[2]({ address: 'Kololo' }))
  const empty = { address: '', note: '' }
  expect(result.current[0]).toEqual({ ...empty, ...kept })
})

test('a stored text of more than 10,000 characters is shortened', () => {
  expect(readTextFields({ note: 'a'.repeat(10_001) }, { note: '' }).note).toHaveLength(10_000)
})
