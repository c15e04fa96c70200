import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { expectBrandLinks } from '../../../test/brand-links.ts'
import { renderShop } from '../../../test/render.tsx'
import { phoneUrl } from '../../config/contact-urls.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'

test('shows the logo, the search, the contacts, five icons, and links to the website and social pages', async () => {
  await renderShop({ path: '/about-us?q=atlas' })
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('link', { name: `${store.name}, home` })).toHaveAttribute('href', '/')
  // Only the pages with results show their query.
  expect(header.getByRole('combobox')).toHaveValue('')
  expect(header.getByRole('link', { name: /^Call us/ })).toHaveAttribute('href', phoneUrl(store.phones[0]))
  expect(header.getByRole('link', { name: /^Chat with us/ })).toHaveAttribute(
    'href',
    `https://wa.me/${store.whatsapp}`,
  )
  for (const name of [/^Compare$/, /^Wishlist,/, /^Notifications$/, /^Cart,/]) {
    expect(header.getByRole('button', { name })).toBeInTheDocument()
  }
  expect(header.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/my-account')
  expect(screen.getByRole('navigation', { name: 'Categories and pages' })).toBeInTheDocument()

  const bar = screen.queryByRole('navigation', { name: 'Store website' })
  const { social, ...website } = store.links
  expectBrandLinks(within(bar ?? document.createElement('nav')), {
    'Order Tracking': website.orderTracking,
    Contact: website.contact,
    FAQ: website.faq,
    Branches: website.branches,
    [`${store.name} on Facebook`]: social.facebook,
    [`${store.name} on Instagram`]: social.instagram,
    [`${store.name} on X`]: social.x,
  })
})

test("lists a customer's wishlist and removes a product from it", async () => {
  const { user, requests } = await renderShop({ path: '/about-us', token: true })
  const button = screen.getByRole('button', { name: 'Wishlist, loading' })
  await vi.waitFor(() => expect(button).toHaveAccessibleName(/^Wishlist, [1-9]/))
  await user.click(button)
  // Until the drawer's code has loaded, another dialog has its name.
  await screen.findByRole('button', { name: 'View Wishlist' })
  const panel = within(screen.getByRole('dialog', { name: 'Wishlist Items' }))
  const before = (await panel.findAllByRole('listitem')).length
  const [remove] = panel.getAllByRole('button', { name: /^Remove / })
  await user.click(remove as HTMLElement)
  await vi.waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(before - 1))
  expect(requests).toContain('DELETE /customer/wish-list/remove')
})

test("says that a customer's wishlist did not load, not that it is empty", async () => {
  await renderShop({
    path: '/about-us',
    token: true,
    refuse: (request) => (request.includes('wish-list') ? 'down' : undefined),
  })
  expect(await screen.findByRole('button', { name: "Wishlist, couldn't be loaded" })).toBeVisible()
})

test('shows an empty wishlist to a guest, with a link to its page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('button', { name: 'Wishlist, 0 items' }))
  const panel = await screen.findByRole('dialog', { name: 'Wishlist Items' })
  expect(await within(panel).findByText('Your wishlist is empty.')).toBeInTheDocument()
  await user.click(within(panel).getByRole('button', { name: 'View Wishlist' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/wishlist'))
})

test('leads a guest from the empty wishlist to the log-in, which returns to the page', async () => {
  const { user } = await renderShop({ path: '/shop?page=2' })
  await user.click(screen.getByRole('button', { name: 'Wishlist, 0 items' }))
  const panel = await screen.findByRole('dialog', { name: 'Wishlist Items' })
  await user.click(await within(panel).findByRole('button', { name: 'Log in' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/my-account'), { timeout: 5000 })
  expect(window.history.state.usr).toEqual({ returnTo: '/shop?page=2' })
})

test('opens three levels of categories with buttons, and each category with its link', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const toggle = screen.getByRole('button', { name: 'CATEGORIES' })
  await user.click(toggle)
  await user.click(await screen.findByRole('button', { name: 'More in Books' }))
  await user.click(await screen.findByRole('button', { name: 'More in Primary Textbooks' }))
  const deepest = screen
    .getByRole('button', { name: 'More in Primary Textbooks' })
    .closest('li') as HTMLElement
  const link = within(within(deepest).getByRole('list')).getAllByRole('link')[0] as HTMLElement
  await user.click(link)
  await vi.waitFor(() => expect(window.location.pathname).toBe('/categories'))
  expect(`/categories${window.location.search}`).toBe(link.getAttribute('href'))
  await vi.waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'false'))
})

test('lists the menu links, and does nothing on entries without a destination', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const menu = screen.getByRole('navigation', { name: 'Categories and pages' })
  const links = within(menu).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['HOME', paths.home],
    ['BOOKS', '/categories?categoryId=3'],
    ['CATEGORIES', paths.categories],
    ['CONTACT US', paths.contact],
    ['SHOP NOW', paths.shop],
    ['SPECIAL ORDER', paths.specialOrder],
  ])
  expect(within(menu).queryByRole('link', { current: 'page' })).toBeNull()
  for (const name of ['Compare', 'Notifications'])
    expect(screen.getByRole('button', { name })).toHaveTextContent('0')
  for (const name of ['SCHOOL PACKAGES', 'GIFT VOUCHER', 'Compare', 'Notifications']) {
    const entry = screen.getByRole('button', { name })
    expect(entry).toHaveAttribute('aria-disabled', 'true')
    await user.click(entry)
  }
  expect(window.location.pathname).toBe('/about-us')
})

test('the menu of phones links to the website, and closes on a link and on its button', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    // While its code loads, a dialog with the same title is shown.
    await screen.findByRole('heading', { name: 'CATEGORIES' })
    return within(screen.getByRole('dialog', { name: 'Menu' }))
  }
  const isClosed = () => vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const menu = await open()
  expect(menu.getByRole('button', { name: 'Compare' })).toHaveTextContent('0')
  expect(menu.getByRole('button', { name: 'Notifications' })).toHaveTextContent('0')
  const { orderTracking, contact, faq, branches } = store.links
  expectBrandLinks(within(menu.getByRole('navigation', { name: 'Store website' })), {
    ...{ 'Order Tracking': orderTracking, Contact: contact, FAQ: faq, Branches: branches },
  })
  await user.click(menu.getByRole('button', { name: 'Close Menu' }))
  await isClosed()
  await user.click((await open()).getByRole('link', { name: 'SHOP NOW' }))
  await isClosed()
  expect(window.location.pathname).toBe('/shop')
  expect((await open()).getByRole('link', { name: 'SHOP NOW' })).toHaveAttribute('aria-current', 'page')
})

describe('the category menu of wide screens', () => {
  async function openPage() {
    const { user } = await renderShop({ path: '/about-us' })
    const toggle = screen.getByRole('button', { name: 'CATEGORIES' })
    const point = (way: 'pointerEnter' | 'pointerLeave', pointerType = 'mouse') =>
      fireEvent[way](toggle.parentElement as HTMLElement, { pointerType })
    const isOpen = () => toggle.getAttribute('aria-expanded') === 'true'
    return { user, toggle, point, isOpen }
  }

  test('opens while a mouse, but no finger, rests on it', async () => {
    const { point, isOpen } = await openPage()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    point('pointerEnter', 'touch')
    await pass(1000)
    expect(isOpen()).toBe(false)
    point('pointerEnter')
    expect(isOpen()).toBe(false)
    await pass(200)
    expect(isOpen()).toBe(true)
    point('pointerLeave')
    expect(isOpen()).toBe(true)
    await pass(350)
    expect(isOpen()).toBe(false)
  })

  test('stays open after a click, also without the mouse, until the next click', async () => {
    const { user, toggle, point, isOpen } = await openPage()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    point('pointerEnter')
    await pass(200)
    await user.click(toggle)
    expect(isOpen()).toBe(true)
    point('pointerLeave')
    point('pointerEnter')
    point('pointerLeave')
    await pass(1000)
    expect(isOpen()).toBe(true)
    await user.click(toggle)
    expect(isOpen()).toBe(false)
  })

  test('closes on Esc, which returns the focus, on a click elsewhere and when the focus leaves', async () => {
    const { user, toggle, isOpen } = await openPage()
    const main = screen.getByRole('main')
    await user.click(toggle)
    const books = await screen.findByRole('button', { name: 'More in Books' })
    act(() => books.focus())
    expect(isOpen()).toBe(true)
    await user.keyboard('x')
    expect(isOpen()).toBe(true)
    await user.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(toggle).toHaveFocus()
    await user.click(toggle)
    fireEvent.pointerDown(toggle)
    expect(isOpen()).toBe(true)
    fireEvent.pointerDown(main)
    expect(isOpen()).toBe(false)
    await user.click(toggle)
    act(() => screen.getByRole('link', { name: 'Account' }).focus())
    expect(isOpen()).toBe(false)
  })
})

test('shows no error if the categories fail', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    refuse: (request) => (request === 'GET /categories' ? 404 : undefined),
  })
  await user.click(screen.getByRole('button', { name: 'CATEGORIES' }))
  expect(await screen.findByText('Loading...')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
