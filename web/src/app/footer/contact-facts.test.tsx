import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../../test/render.tsx'

const REACH = ['tel:+256700000001', 'https://wa.me/256700000001', 'mailto:hello@kitabo.example']

const linksOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('phone, messaging and e-mail are in the header, in the drawer, in the footer and on the contact page', async () => {
  const { user } = await renderShop({ path: '/contact-us' })
  await screen.findByRole('heading', { name: 'Contact Us', level: 1 })
  for (const region of ['banner', 'contentinfo', 'main']) {
    expect(linksOf(screen.getByRole(region)), region).toEqual(expect.arrayContaining(REACH))
  }
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  // Until its code is there another dialog says that it is loading.
  await screen.findByRole('heading', { name: 'CATEGORIES' })
  expect(linksOf(screen.getByRole('dialog', { name: 'Menu' }))).toEqual(expect.arrayContaining(REACH))
})
