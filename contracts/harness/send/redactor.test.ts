import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auth } from '../../src/resources/auth.ts'
import { banners } from '../../src/resources/banners.ts'
import { checkBody } from '../../src/schema/check-body.ts'
import { describeShape } from '../../src/schema/describe-value.ts'
import { cpuMs } from '../../test/cpu-time.ts'
import { shownParts } from '../../test/secret-parts.ts'
import { createRedactor, MAX_HIDDEN, MAX_LENGTH } from './redactor.ts'
import {
  registerCredentials,
  registerDeclaredSecrets,
  registerNamedSecrets,
  registerPersonalData,
  registerSecretValues,
} from './secrets.ts'

const password = 'correct-horse-"battery"\\staple é?#'
const mail = 'amina.nakato@mail.example'
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl'

function redactorOf() {
  const redactor = createRedactor()
  redactor.hide(password, '[secret]')
  return redactor
}

describe('truncation does not leave part of a secret:', () => {
  // Positions of the secret, from entirely before to entirely after the point of truncation.
  const places = Array.from({ length: 70 }, (_, at) => at)

  test.each([password, mail, token])('a long text with %s', (secret) => {
    const redactor = redactorOf()
    for (const at of places) {
      const text = `${'x '.repeat((MAX_LENGTH - at) / 2)} ${secret} and more ${'y '.repeat(40)}`
      const shown = redactor.redact({ actual: text }).actual
      expect(shown.length).toBeLessThanOrEqual(MAX_LENGTH + 1)
      expect(shownParts(shown, secret, 6)).toEqual([])
    }
  })

  test.each([password, mail, token])('a long key with %s', (secret) => {
    const redactor = redactorOf()
    for (const at of places) {
      const key = `${'x '.repeat(at / 2)} ${secret}`
      const findings = checkBody(banners.list.responses[200], [{ id: 1, [key]: { [key]: 1 } }])
      const shown = JSON.stringify(redactor.redact(findings))
      expect(shown).toContain('"extra"')
      expect(shownParts(shown, secret, 6)).toEqual([])
      const shape = JSON.stringify(redactor.redact(describeShape({ [key]: 1 })))
      expect(shownParts(shape, secret, 6)).toEqual([])
    }
  })
})

test('truncates only texts of more than 500 characters', () => {
  const text = 'x '.repeat(MAX_LENGTH / 2)
  const { whole, longer } = redactorOf().redact({ whole: text, longer: `${text}y` })
  expect([whole, longer]).toEqual([text, `${text}…`])
})

test('hides a secret with control characters, and one that is not valid Unicode', () => {
  const redactor = createRedactor()
  for (const secret of ['ab\u200bcd\u0007ef', 'abcd\ud800']) {
    redactor.hide(secret, '[secret]')
    expect(redactor.redact(`x ${secret} y`)).toBe('x [secret] y')
  }
})

test('hides the credentials, query and fragment of a URL', () => {
  const { redact } = createRedactor()
  expect(redact('302 to https://ada:pw@x.test/a/b?code=123#frag')).toBe('302 to https://x.test/a/b')
  expect(redact('302 to /login#id_token=1')).toBe('302 to /login')
})

test('hides only tokens and e-mail addresses in a curl command', () => {
  const { redact } = redactorOf()
  const line = (path: string, to = 'Ada') => ({
    curl: `curl -sS -d '{"to":"${to}"}' 'https://x.test/api${path}' ; curl -sS 'https://x.test/b'`,
  })
  expect(redact(line('/search?name=Atlas&id=123456789012'))).toEqual(
    line('/search?name=Atlas&id=123456789012'),
  )
  expect(redact(line(`/search?name=${encodeURIComponent(mail)}`))).toEqual(line('/search?name=[e-mail]'))
  expect(redact(line('/a', 'grace@navy.test'))).toEqual(line('/a', '[e-mail]'))
  expect(redact(line('/a', 'eyJhbGciOiJI.eyJzdWIi.c2ln'))).toEqual(line('/a', '[token]'))
})

test('redacts deeply nested values', () => {
  const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ inner }), mail)
  expect(JSON.stringify(redactorOf().redact(deep))).not.toContain('amina')
})

test('hides personal data in a body down to the sixth level, and in the first 200 members of each level', () => {
  const redactor = createRedactor()
  const nested = (levels: number, phone: string) =>
    Array.from({ length: levels - 1 }).reduce<object>((inner) => ({ inner }), { phone })
  registerPersonalData({ body: null, rows: 7, title: '070-title' }, redactor)
  registerPersonalData(nested(6, '070-sixth'), redactor)
  registerPersonalData(nested(7, '070-seventh'), redactor)
  registerPersonalData(
    Array.from({ length: 201 }, (_, index) => ({ email: `Reader (${index})` })),
    redactor,
  )
  expect(redactor.redact(['070-title', '070-sixth', '070-seventh', 'Reader (199)', 'Reader (200)'])).toEqual([
    '070-title',
    '[personal]',
    '070-seventh',
    '[personal]',
    'Reader (200)',
  ])
})

test('shows a UUID, whose digits are not a phone number', () => {
  const uuids = ['3f250412-0489-4123-9678-012345678901', '12345678-1234-1234-1234-123456789012']
  expect(createRedactor().redact([...uuids, 'call 0772-123-456', `${uuids[0]} 0772123456`])).toEqual([
    ...uuids,
    'call [number]',
    `${uuids[0]} [number]`,
  ])
})

test('shows the type of a token, and words that the contract declares', () => {
  const redactor = createRedactor()
  const schema = z.object({
    phone_type: z.enum(['mobile', 'landline']),
    phone: z.string().nullable(),
    token_kind: z.literal('opaque'),
    rows: z.array(z.object({ email: z.union([z.literal('hidden'), z.string()]) })),
  })
  const rows = [{ email: 'hidden' }, { email: 'ada@mail' }]
  const body = { token_type: 'Bearer', phone_type: 'mobile', phone: 'landline', token_kind: 'opaque', rows }
  registerPersonalData(body, redactor, schema)
  registerNamedSecrets(
    [
      ['tokenType', 'basic'],
      ['authorization', 'Bearer'],
    ],
    redactor,
  )
  const words = ['Bearer', 'mobile', 'landline', 'opaque', 'hidden', 'basic']
  expect(redactor.redact([...words, 'ada@mail'])).toEqual([...words, '[personal]'])
})

test("hides a run's accounts, tokens and codes by their names, also in groups of values", () => {
  const redactor = createRedactor()
  registerSecretValues(
    { productId: 'Atlas', resetCode: '4711', rows: ['4712'], other: { newPassword: 'horse' } },
    redactor,
  )
  expect(redactor.redact('Atlas 4711 4712 horse')).toBe('Atlas [code] 4712 [secret]')
})

test('hides a part of a credential, from eight characters on', () => {
  const { redact } = redactorOf()
  expect(redact('got correct-horse and "battery"\\stap')).toBe('got [secret] and [secret]')
  expect(redact('correct')).toBe('correct')
})

test('a secret that is a word of the tool does not hide the words of findings', () => {
  const redactor = createRedactor()
  for (const word of ['integer', 'string', 'missing', 'expired']) redactor.hide(word, '[secret]')
  const finding = {
    expected: 'integer',
    actual: 'string or null',
    observed: { types: ['string'] },
    reason: 'it may have expired',
  }
  expect(redactor.redact(finding)).toEqual(finding)
  expect(redactor.redact({ actual: '"string"', where: '$.integer' })).toEqual({
    actual: '"[secret]"',
    where: '$.[secret]',
  })
})

test('a short code does not hide parts of numbers and words', () => {
  const redactor = createRedactor()
  redactor.hide('1234', '[code]')
  expect(redactor.redact('1234 12345 a1234 "1234"')).toBe('[code] 12345 a1234 "[code]"')
})

test('hides what a schema declares as secret, and headers and parameters that are credentials by their name', () => {
  const redactor = createRedactor()
  registerDeclaredSecrets(
    auth.resetPassword.body,
    { reset_token: 'A-47-b', password: 'open sesame', type: 'email' },
    redactor,
  )
  registerDeclaredSecrets(auth.login.responses[200], { token: 'opaque-1', status: true }, redactor)
  registerNamedSecrets(
    new Map([
      ['X-Api-Key', 'k-123456'],
      ['Cookie', 'a=1; b=2'],
      ['Accept', 'text/plain'],
    ]),
    redactor,
  )
  expect(redactor.redact('A-47-b open sesame opaque-1 k-123456 a=1; b=2 text/plain email')).toBe(
    '[secret] [secret] [secret] [secret] [secret] text/plain email',
  )
})

test('ignores secrets of fewer than four characters', () => {
  const redactor = createRedactor()
  for (const secret of ['abc', 'abcd', 7]) redactor.hide(secret, '[secret]')
  expect(redactor.redact('abc abcd 7')).toBe('abc [secret] 7')
})

test.each(['[token]', '[personal]'])('hides a text of any length from a host as %s', (as) => {
  const { hide, redact } = createRedactor()
  const texts = ['x'.repeat(90_000), Array.from({ length: 20_000 }, (_, index) => `é${index}`).join('')]
  for (const text of texts) hide(text, as)
  const shown = redact({ url: `https://x.test/${texts[0]}`, actual: texts[1], case: 'lists' })
  expect(shown.url).not.toContain('xxxx')
  expect([shown.actual, shown.case]).toEqual(['[long text]', 'lists'])
  for (let index = 0; index < 1100; index++) hide(`${index}${'y'.repeat(2990)}`, as)
  expect(redact({ actual: 'a name' })).toEqual({ actual: '[redacted]' })
})

test('hides two thousand values in linear time, and redacts texts completely beyond that', () => {
  const { hide, redact } = createRedactor()
  const started = cpuMs()
  const mailOf = (index: number) => `Reader-${index}(x)`
  for (let index = 0; index < MAX_HIDDEN; index++) hide(mailOf(index), '[e-mail]')
  const texts = Array.from({ length: 5000 }, (_, index) => `to ${mailOf(index % MAX_HIDDEN)}, again`)
  expect(new Set(redact(texts))).toEqual(new Set(['to [e-mail], again']))
  hide('one more', '[e-mail]')
  const finding = { class: 'breaking', rule: 'type', count: 1, actual: 'one more', sample: { 'one more': 1 } }
  expect(redact([finding])).toEqual([{ ...finding, actual: '[redacted]', sample: '[redacted]' }])
  for (let index = 0; index < 50_000; index++) hide(mailOf(index), '[e-mail]')
  expect(cpuMs() - started).toBeLessThan(2000)
})

test('hides the forms in which hosts echo a secret', () => {
  const secret = `Käthe's <b>"a/b" & c\\d (x)*~`
  const redactor = createRedactor()
  registerCredentials({ credentials: { email: mail, password: secret } }, redactor)
  const tags = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const html = tags.replaceAll('"', '&quot;')
  const json = JSON.stringify(secret).slice(1, -1)
  const percent = encodeURIComponent(secret)
  const query = new URLSearchParams([['', secret]]).toString().slice(1)
  const forms = [
    ...['&#39;', '&#039;', '&#x27;', '&apos;', "'"].map((quote) => html.replaceAll("'", quote)),
    percent.replace(/%../g, (code) => code.toLowerCase()),
    percent.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    query,
    query.replace(/%../g, (code) => code.toLowerCase()),
    percent,
    json,
    json.replaceAll('/', '\\/'),
    json.replaceAll('/', '\\/').replaceAll('ä', '\\u00e4'),
    json.replaceAll('ä', '\\u00E4'),
    secret.replaceAll("'", "'\\''"),
    Buffer.from(secret).toString('base64'),
    Buffer.from(`${mail}:${secret}`).toString('base64'),
    Buffer.from(`${mail}:${secret}`).toString('base64url'),
    Buffer.from(mail).toString('base64'),
  ]
  for (const form of forms) {
    const shown = redactor.redact(`x ${form} y`)
    expect(shown, form).toMatch(/^x \[(secret|e-mail)\] y$/)
  }
})

test.each(['eyJeeeeee', 'eyJ', '%40', 'a@', '.a', '//', ' to ', '1 ', '1(', '1', 'x', '<', '-'])(
  'long texts of %s are redacted in linear time',
  (part) => {
    const redactor = redactorOf()
    const text = `%${part.repeat(20_000 / part.length - 1)}`
    const started = cpuMs()
    redactor.redact({ curl: `curl 'https://x.test/${text}${text}'`, findings: Array(20).fill(text) })
    expect(cpuMs() - started).toBeLessThan(1000)
  },
)
