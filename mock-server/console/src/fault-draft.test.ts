import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { type EffectKind, NewFault } from '../../src/control-api/faults.ts'
import type { Draft } from './draft.ts'
import {
  EFFECTS,
  ENDPOINTS,
  formatEffect,
  formatRoute,
  formatTrigger,
  INITIAL_DRAFT,
  limitFault,
  PRESETS,
  toFault,
} from './fault-draft.ts'

const faultOf = (part: Draft) =>
  toFault({ ...INITIAL_DRAFT, ...part }, (field, message) => {
    throw new Error(`${field}: ${message}`)
  })

test.each(nonEmpty(Object.keys(EFFECTS) as EffectKind[]))(
  'the form creates a valid fault of the kind "%s"',
  (effect) => {
    const fault = NewFault.parse(faultOf({ effect, 'effect.change': '$.products[].price' }))
    expect(fault.effect).toHaveProperty(effect)
    expect(formatEffect(fault.effect)).not.toBe('')
  },
)

test.each(nonEmpty(PRESETS))(
  'the preset "$name" is a valid fault, at every place of a response',
  ({ fault }) => {
    expect(NewFault.safeParse(fault).success).toBe(true)
    if ('contract' in fault.effect) expect(fault.effect.at).toBe('*')
  },
)

test('limits a preset to an endpoint of the contract', () => {
  const fault = { effect: { reset: true } } as const
  expect(ENDPOINTS).toContain('GET /products/latest')
  const target = { method: 'GET', path: '/products/latest' }
  expect(limitFault('GET /products/latest', fault)).toEqual({ ...fault, ...target })
  expect(limitFault('', fault)).toBe(fault)
})

test('includes every field in the fault', () => {
  const draft = { method: 'GET', path: ' /products/* ', from: '2', times: '3', probability: '0.25' }
  const effect = { 'effect.status': '503', 'effect.body': '{"a":1}' }
  expect(NewFault.parse(faultOf({ ...draft, ...effect }))).toEqual({
    method: 'GET',
    path: '/products/*',
    from: 2,
    times: 3,
    probability: 0.25,
    effect: { status: 503, body: { a: 1 } },
  })
})

test('describes a fault in words', () => {
  const effect = { contract: 'number-as-text', at: '$.products[].price' } as const
  expect(formatEffect(effect)).toBe(
    'violates the contract (violation: number-as-text, place: $.products[].price)',
  )
  expect(formatEffect({ contract: 'empty-list' })).toMatch('place: a random one')
  expect(formatEffect({ contract: 'empty-list', at: '*' })).toMatch('place: all')
  expect(formatEffect({ change: '$.a', value: { b: 1 } })).toBe(
    'changes or removes a field (JSON path: $.a, new value: {"b":1})',
  )
  expect(formatEffect({ reset: true })).toBe('ends the connection')
  expect(formatRoute({})).toBe('Every request')
  expect(formatRoute({ method: 'GET' })).toBe('Every GET')
  expect(formatRoute({ path: '/config' })).toBe('Any /config')
  expect(formatRoute({ method: 'GET', path: '/config' })).toBe('GET /config')
  expect(formatTrigger({ effect, from: 2, times: 1, probability: 0.5 })).toBe(
    ' (from request number: 2, maximum number of times: 1, probability (0 to 1): 0.5)',
  )
})
