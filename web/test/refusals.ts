/** The host's error formats: name, status, body and the expected message. */
export const REFUSALS: readonly [string, number, unknown, string][] = [
  ['a message', 400, { message: 'Plainly no.', errors: [{ message: 'Not this.' }] }, 'Plainly no.'],
  ['a list', 403, { errors: [{ code: 'x', message: 'The first.' }, { message: 'The next.' }] }, 'The first.'],
  ['an object', 403, { errors: { code: 'x', message: 'The one.' } }, 'The one.'],
  ['a map', 422, { errors: { email: ['Of the field.'] } }, 'Of the field.'],
]
