import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PromotionBar } from './layout.tsx'

test('the promotion bar is not rendered by default', () => {
  render(<PromotionBar />)
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})

test('the promotion bar can be closed', async () => {
  render(<PromotionBar on />)
  await userEvent.click(screen.getByRole('button', { name: 'Close promotion' }))
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})
