import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { goOffline } from '../../test/go-offline.ts'
import { renderShop } from '../../test/render.tsx'

const isDown = () => 'down' as const

beforeEach(() => void goOffline())

test.each([
  ['/', "You're offline. The shop will appear as soon as you're back online."],
  ['/shop', "They will appear as soon as you're back online."],
  ['/product-details/338', "It will appear as soon as you're back online."],
])('shows an offline message instead of an error on %s', async (path, text) => {
  await renderShop({ path, refuse: isDown })
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByText('Please try refreshing the page.')).toBeNull()
  expect(screen.queryByText('Product not found.')).toBeNull()
})
