import { expect, test } from 'vitest'
import { type BodyFlaw, decodeUtf8, MAX_DEPTH, MAX_VALUES, parseJsonText } from './json-text.ts'

const before = (text: string): BodyFlaw => ({ kind: 'text-before-json', text })
const values = (count: number) => `[${Array(count).fill(1).join(',')}]`
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each<[title: string, text: string | null, flaw: BodyFlaw | null, body?: unknown]>([
  ['JSON', ' {"a":[1]} ', null, { a: [1] }],
  ['invalid UTF-8', null, { kind: 'not-utf8' }],
  ['nothing', ' \n', { kind: 'empty' }],
  ['a page', ' \n<html>{a}</html>', { kind: 'html' }],
  ['a list that ends early after spaces', ' \n[{"a":1},', { kind: 'cut-short' }],
  ['twenty brackets before the JSON', `${'[ '.repeat(20)}x [1]`, { kind: 'not-json' }],
  ['nineteen brackets before the JSON', `x${'['.repeat(19)} [1]`, before(`x${'['.repeat(19)}`), [1]],
  ['JSON after ten thousand characters', `${'x'.repeat(10_000)}[1]`, { kind: 'not-json' }],
  ['JSON after fewer characters', `${'x'.repeat(9_999)}[1]`, before('x'.repeat(9_999)), [1]],
  ['a text', 'OK', { kind: 'not-json' }],
  ['a list that ends early', '[{"a":1},', { kind: 'cut-short' }],
  ['a string that ends early', '{"a":"b', { kind: 'cut-short' }],
  ['a list with an error', '[1,}', { kind: 'not-json' }],
  ['a list in an object with an error', '{"a" [1]', { kind: 'not-json' }],
  ['a text with a bracket', 'see [3]: {a}', { kind: 'not-json' }],
  ['a warning', '<b>Warning</b>:  key [3]\n in {"a":1}\n', before('Warning : key [3] in'), { a: 1 }],
  ['a warning and a list', 'Notice [1]', before('Notice'), [1]],
  ['a text after the JSON', '{"a":1} <br>', { kind: 'not-json' }],
  ['deep nesting', `{"a":${nested(MAX_DEPTH)}}`, { kind: 'too-deep' }],
  ['many objects', `[${'{},'.repeat(MAX_VALUES / 2)}1]`, { kind: 'too-many-values' }],
  ['many items', values(MAX_VALUES + 1), { kind: 'too-many-values' }],
])('parses %s', (_, text, flaw, body) => {
  expect(parseJsonText(text)).toEqual({ body, flaw })
})

test('counts the levels of nesting, but not the lists next to each other', () => {
  expect(parseJsonText(nested(MAX_DEPTH)).flaw).toBeNull()
  expect(
    parseJsonText(
      `[${Array(MAX_DEPTH + 1)
        .fill('{"a":[]}')
        .join()}]`,
    ).flaw,
  ).toBeNull()
})

test('a body is truncated if it ends before its JSON does', () => {
  const whole = ' {"a":[1, -2.5e+10,true,null,"x\\u00e9\\n\\"é",{}],"b":{"c":"d"} , "e" : [0] }'
  expect(parseJsonText(whole).flaw).toBeNull()
  const cut = Array.from(whole, (_, length) => whole.slice(0, length)).slice(2)
  expect(cut.filter((text) => parseJsonText(text).flaw?.kind !== 'cut-short')).toEqual([])
  expect(parseJsonText('{"a":1 \n').flaw).toEqual({ kind: 'cut-short' })
  expect(parseJsonText('{"a":1 x').flaw).toEqual({ kind: 'not-json' })
})

test('counts values, but no punctuation within texts', () => {
  expect(parseJsonText(values(MAX_VALUES)).flaw).toBeNull()
  expect(parseJsonText(JSON.stringify(`"\\${',['.repeat(MAX_VALUES)}`)).flaw).toBeNull()
})

test('decodes UTF-8 without a byte order mark, and rejects other bytes', () => {
  expect(decodeUtf8(Buffer.from('\ufeffé'))).toBe('é')
  expect(decodeUtf8(new Uint8Array([0xff]))).toBeNull()
})
