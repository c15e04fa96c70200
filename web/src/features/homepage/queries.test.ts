import { ApiError, ContractError } from 'contracts/client'
import { expect, test } from 'vitest'
import { readBanners, readSections, sectionsMessage } from './queries.ts'

function messageOf(body: unknown): string {
  try {
    readSections(body)
  } catch (error) {
    return sectionsMessage(error as Error)
  }
  return 'no error'
}

test.each([
  [null, 'No response data received from server'],
  ['', 'No response data received from server'],
  [undefined, 'No response data received from server'],
  [{ success: false, message: 'Back at noon' }, 'Back at noon'],
  [{ success: false }, 'API returned success: false'],
  [{ success: true }, 'Invalid data structure: expected array in data field'],
  [{ success: true, data: {} }, 'Invalid data structure: expected array in data field'],
])('returns the message for %j: "%s"', (body, message) => {
  expect(messageOf(body)).toBe(message)
})

test('returns the status of an error response and a default message for any other error', () => {
  expect(sectionsMessage(new ApiError('GET /homepage/sections', 503, null))).toBe('HTTP 503')
  expect(sectionsMessage(new ContractError('GET /homepage/sections', 200, 'no JSON'))).toBe(
    'Failed to load sections',
  )
  expect(sectionsMessage(new TypeError('Failed to fetch'))).toBe('Failed to load sections')
})

test('drops sections with a duplicate id but not those without one, numbers sections without a title and accepts missing items', () => {
  const sections = readSections({
    data: [
      { id: 1, title: ' ' },
      { id: 1, title: 'Again' },
      { id: '2', items: null },
      { id: null, title: 'Without an id' },
      { title: 'Without an id either' },
    ],
  })
  expect(sections).toEqual([
    { id: 1, title: 'Section 1', items: [] },
    { id: '2', title: 'Section 2', items: [] },
    { id: 'at-3', title: 'Without an id', items: [] },
    { id: 'at-4', title: 'Without an id either', items: [] },
  ])
})

test('reads the title, the image and the category of a banner', () => {
  const banner = { id: 1, title: 'Back to school', image: 'school.webp' }
  expect(readBanners([{ ...banner, category_id: '3' }])).toEqual([{ ...banner, category_id: 3 }])
})

test('reads banners without a title, an image, a category or an id', () => {
  const banner = { title: 'No Title', image: null, category_id: null }
  expect(readBanners([{ image: '' }, {}])).toEqual([
    { id: -1, ...banner },
    { id: -2, ...banner },
  ])
})

test.each([null, {}, 'html', { errors: [] }])('returns no banners for %j', (body) => {
  expect(readBanners(body)).toEqual([])
})
