import { describe, expect, test } from 'vitest'
import { decodeList, encodeList } from './list-link.ts'
import { readPublishedLists } from './published-lists.ts'

const line = { id: 338, quantity: 2, note: 'cover it' }

describe('the file of school lists', () => {
  test('can describe a list by its lines', async () => {
    const { lists, skipped } = await readPublishedLists({
      lists: [{ school: 'St. Kizito', title: 'P4 Blue', lines: [line, { id: '7' }] }],
    })
    expect(skipped).toBe(0)
    expect(lists).toMatchObject([{ school: 'St. Kizito', title: 'P4 Blue', lines: 2 }])
    expect(await decodeList(lists[0]?.fragment ?? '')).toEqual({
      title: 'P4 Blue',
      lines: [
        { id: 338, quantity: 2, name: '', note: 'cover it' },
        { id: 7, quantity: 1, name: '', note: '' },
      ],
    })
  })

  test('can describe a list by its link', async () => {
    const fragment = await encodeList({ title: 'P5', lines: [{ ...line, name: 'Atlas' }] })
    const { lists } = await readPublishedLists({ lists: [{ link: `https://shop.example/list#${fragment}` }] })
    expect(lists).toEqual([{ school: '', title: 'P5', lines: 1, fragment }])
  })

  test.each([
    ['a line without a product', { title: 'P4', lines: [line, { quantity: 2 }] }],
    ['an invalid quantity', { title: 'P4', lines: [{ id: 1, quantity: 'many' }] }],
    ['no lines', { title: 'P4', lines: [] }],
    ['too many lines', { title: 'P4', lines: Array.from({ length: 61 }, () => line) }],
    ['a link to a different site', { link: 'https://elsewhere.example/#x' }],
    ['no content', null],
  ])('skips and counts an entry with %s', async (_, entry) => {
    expect(await readPublishedLists({ lists: [entry] })).toEqual({ lists: [], skipped: 1 })
  })

  test.each([[null], ['lists'], [{}], [{ lists: 'none' }]])('is read as empty if it is %j', async (file) => {
    expect(await readPublishedLists(file)).toEqual({ lists: [], skipped: 0 })
  })

  test('is limited to its first 300 lists', async () => {
    const lists = Array.from({ length: 301 }, () => ({ title: 'P4', lines: [line] }))
    const read = await readPublishedLists({ lists })
    expect([read.lists.length, read.skipped]).toEqual([300, 1])
  })

  test('is read without direction marks in titles', async () => {
    const { lists } = await readPublishedLists({ lists: [{ title: 'P4\u202e Blue', lines: [line] }] })
    expect(lists[0]?.title).toBe('P4 Blue')
  })
})
