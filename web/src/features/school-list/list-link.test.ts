import { expect, test } from 'vitest'
import {
  decodeList,
  encodeList,
  LIST_LIMITS,
  type ListLine,
  type SchoolList,
  toSchoolList,
} from './list-link.ts'

const line = (id: number, part: Partial<ListLine> = {}): ListLine => ({
  id,
  quantity: 1,
  name: `MK Primary Mathematics Pupil's Book ${id}`,
  note: '',
  ...part,
})
const SUBJECTS = ['Mathematics', 'English', 'Science', 'Social Studies', 'Luganda', 'Religious Education']
const PUBLISHERS = ['MK', 'Fountain', 'Longhorn', 'Baroque', 'Oxford']

test('decodes an encoded list unchanged', async () => {
  const list: SchoolList = {
    title: 'P4 Blue, term I',
    lines: [
      line(40, { quantity: 3 }),
      line(7, { note: 'covered in brown paper', name: 'Ekitabo ky’Ebibala' }),
    ],
  }
  expect(await decodeList(await encodeList(list))).toEqual(list)
  expect(await decodeList(`#${await encodeList(list)}`)).toEqual(list)
})

test('encodes forty lines with typical titles in a link of at most 1,500 characters', async () => {
  const lines = Array.from({ length: 40 }, (_, index) =>
    line(137 * (index + 3), {
      quantity: (index % 7) + 1,
      name: `${PUBLISHERS[index % 5]} ${SUBJECTS[index % 6]} for Primary ${(index % 7) + 1}, Pupil's Book ${index}`,
      note: index % 5 === 0 ? 'per stream' : '',
    }),
  )
  const encoded = await encodeList({ title: 'P4 Blue, term I', lines })
  const url = `https://www.kitabo-bookshop.example/list#${encoded}`
  expect(url.length).toBeLessThanOrEqual(1_500)
  const read = await decodeList(encoded)
  expect(read?.lines.map(({ id, quantity, note }) => [id, quantity, note])).toEqual(
    lines.map(({ id, quantity, note }) => [id, quantity, note]),
  )
})

test('shortens only names if the link would be too long', async () => {
  const random = (seed: number) =>
    Math.abs(Math.sin(seed) * 1e9)
      .toString(36)
      .slice(0, 12)
  const lines = Array.from({ length: 40 }, (_, index) =>
    line(index + 1, {
      name: `${random(index)} ${random(index + 0.5)} ${random(index + 0.7)}`,
      note: index < 3 ? 'blue' : '',
    }),
  )
  const encoded = await encodeList({ title: '', lines })
  expect(encoded.length).toBeLessThanOrEqual(LIST_LIMITS.linkCharacters)
  const read = await decodeList(encoded)
  expect(read?.lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id))
  expect(read?.lines[0]?.note).toBe('blue')
  expect(lines[0]?.name.startsWith(read?.lines[0]?.name ?? '?')).toBe(true)
})

/** Encodes any content as a link, as an attacker could. */
async function forged(content: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream('deflate'))
  const bytes = Buffer.from(await new Response(stream).arrayBuffer())
  return `1.${bytes.toString('base64url')}`
}

test.each([
  ['an empty fragment', ''],
  ['other text', 'hello'],
  ['a later format', '2.abc'],
  ['invalid Base64', '1.???'],
  ['data that cannot be decompressed', '1.abcdefgh'],
])('returns null for %s', async (_, fragment) => {
  expect(await decodeList(fragment)).toBeNull()
})

test('returns null for a truncated link', async () => {
  const encoded = await encodeList({ title: 'P4', lines: [line(1), line(2)] })
  expect(await decodeList(encoded.slice(0, -9))).toBeNull()
})

test.each([
  ['no lines', ['P4']],
  ['a title that is a number', [4, [1, 1, 'Atlas']]],
  ['a line that is a text', ['P4', 'Atlas']],
  ['a line without a name', ['P4', [1, 1]]],
  ['an id below one', ['P4', [0, 1, 'Atlas']]],
  ['an id that is a string', ['P4', ['1', 1, 'Atlas']]],
  ['a quantity below one', ['P4', [1, 0, 'Atlas']]],
  ['a quantity with a fraction', ['P4', [1, 1.5, 'Atlas']]],
  ['a quantity above the limit', ['P4', [1, 100_000, 'Atlas']]],
  ['a note that is an object', ['P4', [1, 1, 'Atlas', { toString: 'x' }]]],
  ['too many lines', ['P4', ...Array.from({ length: 61 }, (_, index) => [index + 1, 1, 'Atlas'])]],
  ['an object instead of an array', { title: 'P4' }],
])('returns null for a forged link with %s', async (_, content) => {
  expect(await decodeList(await forged(content))).toBeNull()
})

test('reads as many lines and units as a list may have', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => [index + 1, 999, 'Atlas'])
  const read = await decodeList(await forged(['P4', ...lines]))
  expect(read?.lines.map(({ id, quantity }) => [id, quantity, 'Atlas'])).toEqual(lines)
})

test('rejects a link that is longer than any list, although its content is small enough', async () => {
  // Pseudorandom text, which hardly becomes shorter.
  let seed = 1
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCharCode(33 + (seed % 94))
  }
  const withName = (length: number) => forged(['P4', [1, 1, Array.from({ length }, next).join('')]])
  const [short, long] = [await withName(1_000), await withName(9_000)]
  expect(await decodeList(short)).not.toBeNull()
  expect(long.length).toBeGreaterThan(LIST_LIMITS.readCharacters)
  expect(await decodeList(long)).toBeNull()
})

test('removes the spaces around texts, also where a text is cut off', async () => {
  const name = `${'A'.repeat(LIST_LIMITS.nameCharacters - 1)} atlas`
  const read = await decodeList(await forged([' P4 ', [1, 1, name, '\u200Bblue ']]))
  expect(read).toEqual({
    title: 'P4',
    lines: [{ id: 1, quantity: 1, name: 'A'.repeat(LIST_LIMITS.nameCharacters - 1), note: 'blue' }],
  })
})

test('rejects a decompression bomb without decompressing it completely', async () => {
  const fragment = await forged(['P4', [1, 1, 'A'.repeat(2_000_000)]])
  expect(fragment.length).toBeLessThan(LIST_LIMITS.readCharacters)
  expect(await decodeList(fragment)).toBeNull()
})

test('removes characters that reverse or hide text', async () => {
  const read = await decodeList(await forged(['P4\u202E eulB', [1, 1, 'At\u0000las\u200B', 'a\nb']]))
  expect(read).toEqual({ title: 'P4 eulB', lines: [{ id: 1, quantity: 1, name: 'At las', note: 'a b' }] })
})

test("converts chosen options to the line's note and limits the note and the quantity", () => {
  const chosen = (text: string) => [{ text, quantity: 1 }]
  const { lines } = toSchoolList([
    { id: 1, name: 'Gomesi', quantity: 1, chosen: chosen('Size: M') },
    { id: 2, name: 'Bag', quantity: 1, chosen: chosen('Colour: '.repeat(20)) },
    { id: 3, name: 'Atlas', quantity: 2_000 },
  ])
  expect(lines[0]?.note).toBe('Size: M')
  expect(lines[1]?.note.length).toBeLessThanOrEqual(LIST_LIMITS.noteCharacters)
  expect(lines[2]).toEqual({ id: 3, name: 'Atlas', quantity: LIST_LIMITS.quantity, note: '' })
})

test('a list has the first sixty lines of a cart', () => {
  const items = Array.from({ length: 61 }, (_, index) => ({ id: index + 1, name: 'Atlas', quantity: 1 }))
  expect(toSchoolList(items).lines.map(({ id }) => id)).toEqual(items.slice(0, 60).map(({ id }) => id))
})
