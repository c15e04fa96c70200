import { expect, test } from 'vitest'
import { type Outcome, outcomeOf, type PayerInput, SIMULATED_OUTCOMES } from './outcomes.ts'

const CARD = '5531 8866 5214 2950'
const PAID: Outcome = { kind: 'paid' }
const COMPLETED: Outcome = { kind: 'paid', paidStatus: 'completed' }
const DECLINED: Outcome = { kind: 'refused', reason: 'declined' }
const WITHOUT_MONEY: Outcome = { kind: 'refused', reason: 'insufficient-funds' }
const WRONG_CODE: Outcome = { kind: 'refused', reason: 'wrong-code' }

type Payer = PayerInput & { amount?: number }

/** Inputs of each row that the payment page shows, in its order, with the outcome. */
const EXAMPLES: [input: Payer, outcome: Outcome][][] = [
  [[{ number: CARD, otp: '123456' }, PAID]],
  [[{ number: '5061 4601 6697 6054 667' }, PAID]],
  [[{ number: '4187 4274 1556 4246', otp: '123456' }, COMPLETED]],
  [[{ number: '5143 0105 2233 9965' }, DECLINED]],
  [[{ number: '5258 5859 2266 6506' }, WITHOUT_MONEY]],
  [
    [{ number: '4000 0000 0000 0002', otp: '12345' }, PAID],
    [{ phone: '1212121210', otp: '123456' }, PAID],
  ],
  [
    [{ number: CARD, otp: '5548' }, WRONG_CODE],
    [{ number: CARD, otp: '1234' }, WRONG_CODE],
    [{ number: CARD, otp: '' }, WRONG_CODE],
  ],
  [[{ phone: '0772123456', otp: '6648' }, WITHOUT_MONEY]],
  [
    [{ phone: '0121212121' }, DECLINED],
    [{ phone: '+256 010101011' }, DECLINED],
  ],
  [[{ phone: '0772127705' }, { kind: 'pending', delayMs: 5000 }]],
  [[{ phone: '0772127700' }, { kind: 'pending', delayMs: null }]],
  [[{ phone: '0772127801' }, { kind: 'paid', callbackCount: 2 }]],
  [[{ phone: '0772127802' }, { kind: 'late', delayMs: 5000 }]],
  [[{ phone: '0772127803' }, COMPLETED]],
  [[{ phone: '0772127804' }, { kind: 'unknown' }]],
  [[{ phone: '0772127805' }, { kind: 'reference-used' }]],
  [[{}, PAID]],
  [
    [
      { phone: '0772123456', amount: 499 },
      { kind: 'refused', reason: 'amount' },
    ],
    [
      { phone: '0772123456', amount: 5_000_001 },
      { kind: 'refused', reason: 'amount' },
    ],
  ],
]

test('each outcome on the payment page has an example', () => {
  expect(EXAMPLES).toHaveLength(SIMULATED_OUTCOMES.length)
  expect(EXAMPLES.filter((examples) => examples.length === 0)).toEqual([])
})

test.each(
  SIMULATED_OUTCOMES.map(({ input, outcome }, row) => [input, outcome, EXAMPLES[row] ?? []] as const),
)('%s: %s', (_, __, examples) => {
  for (const [{ amount = 1000, ...input }, outcome] of examples) {
    const method = input.number ? 'card' : input.phone ? 'mobilemoney' : 'ussd'
    expect(outcomeOf(method, input, { amount, currency: 'UGX' })).toEqual(outcome)
  }
})

test('any other card or phone requires a code', () => {
  const terms = { amount: 1000, currency: 'UGX' }
  expect(outcomeOf('card', { number: CARD }, terms)).toEqual({ kind: 'code' })
  expect(outcomeOf('mobilemoney', { phone: '0772123456' }, terms)).toEqual({ kind: 'code' })
})
