import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('keeps the latest one of several refused states', () => {
  refuse()
  tolerateRefusedHistory()
  for (const idx of [3, 4]) window.history.replaceState({ idx }, '')
  expect(window.history.state).toEqual({ idx: 4 })
})

test('opens the URL of a refused replacement as a document, unless it is the current one', () => {
  refuse()
  tolerateRefusedHistory()
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  window.history.replaceState({ idx: 3 }, '', window.location.pathname)
  expect(replace).not.toHaveBeenCalled()
  window.history.replaceState({ idx: 3 }, '', '/checkout')
  expect(replace).toHaveBeenCalledExactlyOnceWith(`${window.location.origin}/checkout`)
})

test('works in a browser whose methods of the history are missing', () => {
  for (const method of METHODS)
    Object.defineProperty(window.history, method, { configurable: true, value: undefined })
  tolerateRefusedHistory()
  window.history.replaceState({ idx: 3 }, '')
  expect(window.history.state).toEqual({ idx: 3 })
})

test('reports a state that cannot be stored, as the browser does', () => {
  for (const method of METHODS)
    Object.defineProperty(window.history, method, {
      configurable: true,
      value: () => {
        throw new DOMException('The state is a function.', 'DataCloneError')
      },
    })
  tolerateRefusedHistory()
  expect(() => window.history.replaceState({}, '')).toThrow('The state is a function.')
})
