import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { PromotionBar } from './promotion-bar.tsx'

test('the promotion bar is not rendered by default', async () => {
  await renderShop({ path: '/about-us' })
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})

test('the promotion bar can be closed', async () => {
  render(<PromotionBar />)
  await userEvent.click(screen.getByRole('button', { name: 'Close promotion' }))
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})
