import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { phoneUrl } from '../config/contact-urls.ts'
import { store } from '../config/store.ts'

const CONTACT_URLS = [phoneUrl(store.phones[0]), `https://wa.me/${store.whatsapp}`, `mailto:${store.email}`]

const linksOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('header, drawer, footer and contact page link to phone, WhatsApp and e-mail', async () => {
  const { user } = await renderShop({ path: '/contact-us' })
  await screen.findByRole('heading', { name: 'Contact Us', level: 1 })
  for (const region of ['banner', 'contentinfo', 'main']) {
    expect(linksOf(screen.getByRole(region)), region).toEqual(expect.arrayContaining(CONTACT_URLS))
  }
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  // While its code loads, a dialog with the same title is shown.
  await screen.findByRole('heading', { name: 'CATEGORIES' })
  expect(linksOf(screen.getByRole('dialog', { name: 'Menu' }))).toEqual(expect.arrayContaining(CONTACT_URLS))
})
