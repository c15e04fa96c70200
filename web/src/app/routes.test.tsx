import { screen } from '@testing-library/react'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { exampleOf, pages, type ShopPage } from '../boot/pages.ts'

// The checkout redirects to the log-in.
const shown: ShopPage[] = pages.filter(({ name }) => name !== 'checkout')

test.each(nonEmpty(shown))('renders the page $name with one heading', async (page) => {
  await renderShop({ path: exampleOf(page) })
  const heading = await screen.findByRole('heading', { level: 1 })
  if (page.title !== null) expect(heading).toHaveTextContent(page.title)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.title).toMatch(/· Kitabo$/)
})

test('moves the focus to the heading of a new page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('link', { name: 'SHOP NOW' }))
  expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toHaveFocus()
})
