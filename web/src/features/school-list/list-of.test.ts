import { expect, test } from 'vitest'
import { LIST_LIMITS, listOf } from './list-link.ts'

test("converts chosen options to the line's note and applies the link's limits", () => {
  const chosen = (text: string) => [{ text, quantity: 1 }]
  const { lines } = listOf([
    { id: 1, name: 'Gomesi', quantity: 1, chosen: chosen('Size: M') },
    { id: 2, name: 'Bag', quantity: 1, chosen: chosen('Colour: '.repeat(20)) },
    { id: 3, name: 'Atlas', quantity: 2_000 },
  ])
  expect(lines[0]?.note).toBe('Size: M')
  expect(lines[1]?.note.length).toBeLessThanOrEqual(LIST_LIMITS.noteCharacters)
  expect(lines[2]).toEqual({ id: 3, name: 'Atlas', quantity: LIST_LIMITS.quantity, note: '' })
})
