import type { Page } from '@playwright/test'
import { PIXEL, paymentWindow } from '../../driver/shopper-actions.ts'
import { goWithin, routeTable } from '../pages.ts'
import { expect, test } from '../shopper.ts'

// The focus never falls to `body`, from which the Tab key and screen readers start over at the top of the page.

test.use({ firstPage: '/about-us' })

type Pressed = {
  /** The buttons after which the focus was lost. */
  lost: string[]
  /** The buttons that were clicked, also on earlier pages. */
  done: string[]
  /** Whether the last button led to another page. */
  isElsewhere: boolean
}

/** Clicks each button of the page that was not clicked yet, also those that appear, until one leads to another page. */
function pressButtons(page: Page, pressed: readonly string[]): Promise<Pressed> {
  return page.evaluate(async (before) => {
    const BUTTONS = 'button, summary, [role=switch], [role=tab], input[type=radio], input[type=checkbox]'
    const { pathname } = location
    const done = new Set(before)
    const lost: string[] = []
    const settled = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 25))
    const isLost = () => document.activeElement === document.body
    const isElsewhere = () => location.pathname !== pathname
    /** Waits for the code of a dialog or a page. */
    const expectFocus = async (name: string) => {
      await settled()
      for (let tries = 0; isLost() && tries < 40; tries += 1) await settled()
      if (isLost()) lost.push(name)
    }
    /** Returns the same name for similar buttons, such as "Add to cart", of which one is tested, and one per page part. */
    const nameOf = (button: HTMLElement) => {
      const part = button.closest('header, footer, [role=dialog], .category-tree')
      const label = button.getAttribute('aria-label') ?? button.closest('label')?.textContent
      const [first, second] = (label ?? button.textContent).trim().replace(/\d+/g, '0').split(/\s+/)
      const words = button.matches('.category-tree input') ? 'category' : `${first} ${second}`
      return `${part?.className ?? pathname}: ${words} ${button.className}`
    }
    for (;;) {
      const dialog = document.querySelector<HTMLElement>('[aria-modal=true], dialog[open]')
      const controls = [...(dialog ?? document).querySelectorAll<HTMLElement>(BUTTONS)].filter(
        (each) =>
          each.checkVisibility({ visibilityProperty: true }) &&
          (each.tabIndex >= 0 || each.role === 'tab') &&
          !each.matches(':disabled') &&
          !done.has(nameOf(each)),
      )
      // A choice may hide other buttons.
      const button = controls.find((each) => !each.matches('input, [role=tab]')) ?? controls[0]
      const closing = button ? null : dialog?.querySelector<HTMLElement>('[aria-label^=Close]')
      const next = button ?? closing
      if (!next) return { lost, done: [...done], isElsewhere: false }
      const name = nameOf(next)
      done.add(name)
      next.focus()
      next.click()
      await expectFocus(name)
      if (isElsewhere()) return { lost, done: [...done], isElsewhere: true }
    }
  }, pressed)
}

test('no button of any page leaves the focus on the body', { tag: '@thorough' }, async ({ page }) => {
  await page.route('**/storage/**', (route) => route.fulfill({ body: PIXEL, contentType: 'image/gif' }))
  // Before the first key, nothing was focused.
  await page.keyboard.press('Tab')
  let done: string[] = []
  // Before the account page, on which the shopper logs out.
  const views = ['/my-account?tab=orders', '/my-account?show=addresses']
  for (const path of [...views, ...routeTable.map(({ example }) => example)])
    await test.step(path, async () => {
      for (let isElsewhere = true; isElsewhere; ) {
        await goWithin(page, path)
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
        const pressed = await pressButtons(page, done)
        expect.soft(pressed.lost, path).toEqual([])
        ;({ done, isElsewhere } = pressed)
      }
    })
  // Some buttons appear only for a moment, such as those of toasts.
  expect(done.length).toBeGreaterThan(100)
})

test('Back and Forward return to the link that was left, or else to the heading', async ({ page }) => {
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' })
  await link.press('Enter')
  const heading = page.getByRole('heading', { level: 1, name: 'Refund Policy' })
  await expect(heading).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await expect(link).toBeFocused()
  await page.goForward()
  await expect(heading).toBeFocused()
})

test('the payment window has the focus and closes with Esc, and the page behind it is inert', async ({
  shopper,
  page,
}) => {
  await shopper.open('/pre-check')
  await shopper.goToCheckout()
  const place = page.getByRole('button', { name: 'Place Order' })
  await place.press('Enter')
  const payment = page.frameLocator('iframe[name=checkout]')
  await expect(payment.getByRole('button', { name: /^Pay UGX/ })).toBeVisible()
  await expect(page.locator('iframe[name=checkout]')).toBeFocused()
  await expect(page.locator('#root')).toHaveAttribute('inert')
  await payment.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await expect(paymentWindow(page)).toBeHidden()
  await expect(place).toBeFocused()
})
