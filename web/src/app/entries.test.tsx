import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'

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
