import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'
import { type Destinations, destinations } from '../config/store.ts'

const NONE: Destinations = { ...destinations }
const ALL: Destinations = {
  schoolPackages: '/school-lists',
  giftVoucher: '/gift-card',
  orderTracking: '/my-account?tab=orders',
  inside: '/about-us',
  career: 'mailto:work@kitabo.example',
  brands: 'https://www.kitabo.example/brands',
  compare: '/wishlist',
  notifications: '/my-account?tab=orders',
  banner: '/shop',
  shopSearch: 'search',
  contactForm: 'whatsapp',
}
const footer = () => within(screen.getByRole('contentinfo'))
const header = () => within(screen.getByRole('banner'))

afterEach(() => Object.assign(destinations, NONE))

test('entries without a destination have no link', () => {
  expect(Object.values(NONE).join('')).toBe('')
})

describe('entries with a destination', () => {
  test('link from the menu, the footer, the top bar and the icons', async () => {
    Object.assign(destinations, ALL)
    await renderShop({ path: '/about-us' })
    const links: [ReturnType<typeof footer>, string, string][] = [
      [header(), 'SCHOOL PACKAGES', ALL.schoolPackages],
      [header(), 'GIFT VOUCHER', ALL.giftVoucher],
      [header(), 'Compare', ALL.compare],
      [header(), 'Notifications', ALL.notifications],
      [footer(), 'School Packages', ALL.schoolPackages],
      [footer(), 'Gift Voucher', ALL.giftVoucher],
      [footer(), 'Inside Kitabo', ALL.inside],
      [footer(), 'Career', ALL.career],
      [footer(), 'Brands', ALL.brands],
      [
        within(screen.getByRole('navigation', { name: 'Store website' })),
        'Order Tracking',
        ALL.orderTracking,
      ],
    ]
    for (const [section, name, to] of links) {
      expect(section.getByRole('link', { name })).toHaveAttribute('href', to)
      expect(section.queryByRole('button', { name })).toBeNull()
    }
  })

  test('open the gift cards for Gift Voucher', async () => {
    Object.assign(destinations, ALL)
    const { user } = await renderShop({ path: '/about-us' })
    await user.click(header().getByRole('link', { name: 'GIFT VOUCHER' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Gift Cards' })).toBeVisible()
  })

  test('submit the search box next to the products', async () => {
    Object.assign(destinations, ALL)
    const { user, calls } = await renderShop({ path: '/shop' })
    const box = await screen.findByRole('searchbox', { name: 'Search in the shop' })
    await user.type(box, 'atlas{Enter}')
    expect(window.location.search).toBe('?q=atlas')
    await vi.waitFor(() => expect(calls.some((call) => call.startsWith('GET /products/search'))).toBe(true))
  })

  test.each([
    ['whatsapp', 'https://wa.me/256700000001?text='],
    ['email', 'mailto:hello@kitabo.example?subject=Message%20from%20Amina&body='],
  ] as const)('prepare a message by %s in the contact form, and send nothing', async (way, start) => {
    Object.assign(destinations, { ...ALL, contactForm: way })
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, calls } = await renderShop({ path: '/contact-us' })
    const page = within(screen.getByRole('main'))
    await user.type(await page.findByLabelText('Name'), 'Amina')
    await user.type(page.getByLabelText('Email'), 'amina@kitabo.example')
    await user.type(page.getByLabelText('Phone'), '0772123456')
    await user.type(page.getByLabelText('Message'), 'Do you have atlases?')
    const before = calls.length
    await user.click(page.getByRole('button', { name: 'Send message' }))
    const href = page.getByRole('link', { name: 'Open the message' }).getAttribute('href') ?? ''
    expect(href.startsWith(start)).toBe(true)
    expect(decodeURIComponent(href)).toContain('Do you have atlases?')
    expect(decodeURIComponent(href)).toContain('0772123456')
    expect(open).toHaveBeenCalledWith(href, '_blank', 'noopener')
    expect(page.getByLabelText('Message')).toHaveValue('Do you have atlases?')
    expect(calls).toHaveLength(before)
  })
})
