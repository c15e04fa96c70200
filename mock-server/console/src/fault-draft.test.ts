import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { CONTRACT_BREAKS, NewFault } from '../../src/control/faults-contract.ts'
import {
  CONTRACT_KINDS,
  EFFECTS,
  type EffectKind,
  effectWords,
  type FaultDraft,
  NEW_DRAFT,
  PRESETS,
  readDraft,
  targetWords,
  whenWords,
} from './fault-draft.ts'

const read = (part: Partial<FaultDraft>) => readDraft({ ...NEW_DRAFT, ...part })

test.each(nonEmpty(Object.keys(EFFECTS) as EffectKind[]))(
  'the form creates a valid fault of the kind "%s"',
  (effect) => {
    const made = read({ effect, at: '$.products[].price' })
    if (!('fault' in made)) throw new Error('no fault')
    expect(NewFault.safeParse(made.fault).success).toBe(true)
    expect(effectWords(made.fault.effect)).not.toBe('')
  },
)

test.each(nonEmpty(PRESETS))('the preset "$name" is a valid fault', ({ fault }) => {
  expect(NewFault.safeParse(fault).success).toBe(true)
})

test('every contract violation has a label', () => {
  expect(Object.keys(CONTRACT_KINDS).sort()).toEqual(nonEmpty(CONTRACT_BREAKS).sort())
})

test('includes every field in the fault', () => {
  expect(
    read({
      method: 'GET',
      path: ' /products/* ',
      from: '2',
      times: '3',
      chance: '25',
      status: '503',
      body: '{"a":1}',
    }),
  ).toEqual({
    fault: {
      method: 'GET',
      path: '/products/*',
      from: 2,
      times: 3,
      probability: 0.25,
      effect: { status: 503, body: { a: 1 } },
    },
  })
})

test('reports each invalid field with the expected value', () => {
  expect(read({ path: 'products', from: '0', chance: '200', status: '99', body: '{' })).toEqual({
    wrong: {
      path: 'Must begin with / or *.',
      from: 'Enter a whole number from 1 to 1000000.',
      chance: 'Enter a whole number from 0 to 100.',
      status: 'Enter a whole number from 100 to 599.',
      body: 'Enter JSON, for example {"message": "Server Error"} or "text".',
    },
  })
  expect(read({ effect: 'latency', latency: '1.5' })).toEqual({
    wrong: { latency: 'Enter a whole number from 0 to 120000.' },
  })
})

test('describes a fault in words', () => {
  const effect = { contract: 'number-as-text', at: '$.products[].price' } as const
  expect(effectWords(effect)).toBe('breaks the contract: a number as text at $.products[].price')
  expect(targetWords({})).toBe('Every request')
  expect(targetWords({ path: '/config' })).toBe('Any /config')
  expect(whenWords({ effect, from: 2, times: 1, probability: 0.5 })).toBe(
    'from request 2 on, at most once, with a probability of 50 %',
  )
})
