import { expect, test } from 'vitest'
import { outcomeOf, type PayerInput } from './outcomes.ts'

const CARD = '5531 8866 5214 2950'
const PAID = { kind: 'paid' }
const DECLINED = { kind: 'refused', reason: 'declined' }

test.each<[input: PayerInput, outcome: object]>([
  [{ number: CARD }, { kind: 'code' }],
  [{ number: CARD, otp: '123456' }, PAID],
  [{ number: CARD, otp: '12345' }, PAID],
  [
    { number: CARD, otp: '1234' },
    { kind: 'refused', reason: 'wrong-code' },
  ],
  [
    { number: CARD, otp: '' },
    { kind: 'refused', reason: 'wrong-code' },
  ],
  [{ number: '5061 4601 6697 6054 667' }, PAID],
  [{ phone: '0121212121' }, DECLINED],
  [{ phone: '+256 010101011' }, DECLINED],
  [{ phone: '1212121210', otp: '123456' }, PAID],
  [{ phone: '0772127705' }, { kind: 'pending', delayMs: 5000 }],
  [{ phone: '0772127700' }, { kind: 'pending', delayMs: null }],
  [{ phone: '0772127802' }, { kind: 'late', delayMs: 5000 }],
])('card or phone %j: %j', (input, outcome) => {
  expect(outcomeOf('card', input, 1000)).toEqual(outcome)
})
