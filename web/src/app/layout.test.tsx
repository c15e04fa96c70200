import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { PromotionBar } from './layout.tsx'

test('entries without a page look unavailable and have no link', async () => {
  await renderShop({ path: '/about-us' })
  const header = within(screen.getByRole('banner'))
  const footer = within(screen.getByRole('contentinfo'))
  const entries = [
    header.getByRole('button', { name: 'SCHOOL PACKAGES' }),
    header.getByRole('button', { name: 'GIFT VOUCHER' }),
    header.getByRole('button', { name: 'Compare' }),
    header.getByRole('button', { name: 'Notifications' }),
    footer.getByRole('button', { name: 'School Packages' }),
    footer.getByRole('button', { name: 'Gift Voucher' }),
  ]
  for (const entry of entries) expect(entry).toHaveAttribute('aria-disabled', 'true')
  for (const name of ['Inside Kitabo', 'Career', 'Brands'])
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', '/#')
})

describe('the promotion bar', () => {
  test('is not rendered by default', () => {
    render(<PromotionBar />)
    expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
  })

  test('can be closed', async () => {
    render(<PromotionBar on />)
    await userEvent.click(screen.getByRole('button', { name: 'Close promotion' }))
    expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
  })
})
