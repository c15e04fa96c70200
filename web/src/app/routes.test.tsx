import { screen } from '@testing-library/react'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { screens } from './screens.ts'

// The checkout leads to the log-in first.
const shown = screens.filter(({ name }) => name !== 'checkout')

test.each(nonEmpty(shown))('shows the screen $name with one heading', async ({ path, example, title }) => {
  await renderShop({ path: example ?? path })
  const heading = await screen.findByRole('heading', { level: 1 })
  if (title !== null) expect(heading).toHaveTextContent(title)
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.title).toMatch(/· Kitabo$/)
})

test('moves the focus to the heading of the next page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('link', { name: 'SHOP NOW' }))
  expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toHaveFocus()
})
