import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PromotionBar } from './promotion-bar.tsx'

test('is off unless the settings turn it on', () => {
  render(<PromotionBar />)
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})

test('closes when it is on', async () => {
  render(<PromotionBar on />)
  await userEvent.click(screen.getByRole('button', { name: 'Close promotion' }))
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})
