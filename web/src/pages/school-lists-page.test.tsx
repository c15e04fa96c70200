import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'

const FILE = 'GET /school-lists.json'
const publish = (file: unknown) => (call: string) =>
  call === FILE ? new Response(JSON.stringify(file)) : undefined
const list = (title: string, school = 'St. Kizito Primary School') => ({
  school,
  title,
  lines: [{ id: 338 }, { id: 34, quantity: 2 }],
})
const page = () => within(screen.getByRole('main'))

test("shows each school's lists and opens them as school lists", async () => {
  const { user } = await renderShop({
    path: '/school-lists',
    file: publish({ lists: [list('P4 Blue'), list('P5', 'Nakasero')] }),
  })
  expect(await page().findByRole('heading', { level: 2, name: 'Nakasero' })).toBeVisible()
  await user.click(page().getByRole('link', { name: /^P4 Blue/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'P4 Blue' })).toBeVisible()
})

test('shows a message if the file is missing', async () => {
  await renderShop({ path: '/school-lists', refuse: (call) => (call === FILE ? 404 : undefined) })
  expect(await page().findByText('No school has published a list yet.')).toBeVisible()
})

test('shows the number of invalid entries', async () => {
  await renderShop({ path: '/school-lists', file: publish({ lists: [list('P4'), { title: 'P5' }] }) })
  expect(await page().findByText("One list couldn't be read.")).toBeVisible()
})

test('filters lists by school or class if there are many', async () => {
  const lists = Array.from({ length: 9 }, (_, at) => list(`P${at + 1}`, at < 5 ? 'Nakasero' : 'Kitante'))
  const { user } = await renderShop({ path: '/school-lists', file: publish({ lists }) })
  await user.type(await page().findByLabelText('School or class'), 'kitante p7')
  expect(page().getAllByRole('listitem')).toHaveLength(1)
  await user.type(page().getByLabelText('School or class'), ' x')
  expect(page().getByText(/^No matching lists/)).toBeVisible()
})

test.each([
  ['no network', { refuse: (call: string) => (call === FILE ? ('down' as const) : undefined) }],
  [
    'a page instead of data',
    { file: (call: string) => (call === FILE ? new Response('<!doctype html>') : undefined) },
  ],
])('shows an error if the lists fail to load: %s', async (_, options) => {
  await renderShop({ path: '/school-lists', ...options })
  expect(await page().findByText("The school lists didn't load.")).toBeVisible()
  expect(page().getByRole('button', { name: 'Try again' })).toBeVisible()
})
