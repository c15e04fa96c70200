import { afterEach, beforeEach, expect, test } from 'vitest'
import { tolerateRefusedHistory } from './history.ts'

const METHODS = ['pushState', 'replaceState'] as const

function refuse(): void {
  for (const method of METHODS)
    Object.defineProperty(window.history, method, {
      configurable: true,
      value: () => {
        throw new DOMException('More than 100 changes in 30 seconds.', 'SecurityError')
      },
    })
}

beforeEach(() => sessionStorage.clear())
/** Restores the browser's history, as a new document does. */
function openDocument(): void {
  for (const name of [...METHODS, 'state']) Reflect.deleteProperty(window.history, name)
}
afterEach(openDocument)

test('keeps a refused state until the next change of the history', () => {
  refuse()
  tolerateRefusedHistory()
  window.history.replaceState({ idx: 3 }, '')
  expect(window.history.state).toEqual({ idx: 3 })
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(Object.hasOwn(window.history, 'state')).toBe(false)
})

test('passes the state of a refused entry to the document that is opened instead', () => {
  refuse()
  tolerateRefusedHistory()
  const url = window.location.href
  expect(() => window.history.pushState({ usr: { address: 'Ntinda' } }, '', url)).toThrow()
  openDocument()
  tolerateRefusedHistory()
  expect(window.history.state).toEqual({ usr: { address: 'Ntinda' } })
  expect(sessionStorage).toHaveLength(0)
})

test('drops the state of a refused entry if another document is opened', () => {
  refuse()
  tolerateRefusedHistory()
  const state = { usr: { address: 'Ntinda' } }
  expect(() => window.history.pushState(state, '', '/checkout')).toThrow()
  openDocument()
  window.history.replaceState(null, '')
  tolerateRefusedHistory()
  expect(window.history.state).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('changes the history as before if the browser allows it', () => {
  tolerateRefusedHistory()
  window.history.replaceState({ idx: 1 }, '')
  expect(Object.hasOwn(window.history, 'state')).toBe(false)
})
