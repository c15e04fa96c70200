import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from './emulator.ts'
import { holdScripts } from './hold-scripts.ts'
import { appDrawn } from './shopper-actions.ts'

// Each link and control has the same name and target before and after the app mounts.
test.use({ waitsForApp: false })
const emulator = shareEmulator()

/** Pages, each with an element that is visible once the boot script has painted it. */
const PAGES = [
  ['/', '.dot'],
  ['/shop', '.product-grid .card-link'],
  ['/product-details/268', '.buy-row'],
  ['/product-details/540', '.choices'],
  ['/categories/3', '.product-grid'],
  ['/contact-us', 'h1'],
  ['/search?q=atlas', '.site-footer'],
  ['/wishlist', '.site-footer'],
  ['/my-account', '.site-footer'],
] as const

/** A visible control: its accessible name and description, and its target or identity. */
type Control = { name: string; target: string }

/** Returns the enabled, visible controls. */
function controlsOf(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const texts = (ids: string | null) =>
      (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    return [...document.querySelectorAll<HTMLElement>('#root :is(a, button, input, textarea, select)')]
      .filter((control) => control.checkVisibility() && !control.closest('[inert], [aria-hidden="true"]'))
      .filter((control) => !control.matches(':disabled, [aria-disabled="true"]'))
      .map((control) => {
        const { labels, type, name, value, form } = control as HTMLInputElement
        const label = control.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? control.textContent
        const described =
          control.localName === 'button' ? texts(control.getAttribute('aria-describedby')) : []
        const link = (control as unknown as HTMLAnchorElement).href
        const field = `${name}${type === 'radio' ? `=${value}` : ''} of ${form?.dataset.boot}`
        return {
          name: [label?.trim(), ...described].filter(Boolean).join(', '),
          target:
            // The prerendered URL of a category.
            link?.replace(/\/categories\?categoryId=/, '/categories/') ??
            control.dataset.boot ??
            (type === 'submit' ? `submit of ${form?.dataset.boot}` : field),
        }
      })
  })
}

/** Counts the clicks that the app receives, by `data-boot`. */
async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const clicks: Record<string, number> = {}
    Object.assign(window, { clicks })
    document.addEventListener('click', ({ target }) => {
      const key = target instanceof Element && target.closest<HTMLElement>('[data-boot]')?.dataset.boot
      const { early } = window as unknown as { early: { taps: unknown } }
      if (key && early.taps === null) clicks[key] = (clicks[key] ?? 0) + 1
    })
  })
}

for (const width of [360, 1280]) {
  for (const [path, painted] of PAGES) {
    test(`${path} has the same controls before and after the app mounts at ${width} px, and repeats each tap once`, async ({
      page,
    }) => {
      // Opening the chat loads a vendor's script.
      await page.route('**/__emulator/chat/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
      await countClicks(page)
      const release = await holdScripts(page)
      await page.setViewportSize({ width, height: 800 })
      await page.goto(emulator.origin + path, { waitUntil: 'commit' })
      await expect(page.locator(painted).first()).toBeVisible()
      await expect(page.locator('.site-footer')).toBeAttached()
      const before = await controlsOf(page)
      expect(before.length).toBeGreaterThan(15)

      const tapped = await page.evaluate(() => {
        const buttons = [
          ...document.querySelectorAll<HTMLButtonElement>('#root button[data-boot]:not(:disabled)'),
        ]
          // A banner's button leaves the page (see early-input.spec.ts).
          .filter((button) => button.checkVisibility() && !button.dataset.boot?.startsWith('banner:'))
          .filter((button) => !button.closest('[inert]'))
        // Taps twice, like an impatient shopper; only a quantity counts both taps.
        for (const button of [...buttons, ...buttons.filter((each) => !each.closest('.quantity'))])
          button.click()
        return buttons.map(({ dataset }) => dataset.boot ?? '')
      })
      expect(new Set(tapped).size).toBe(tapped.length)
      release()
      await appDrawn(page)
      const clicks = () => page.evaluate(() => (window as unknown as { clicks: object }).clicks)
      await expect.poll(clicks).toEqual(Object.fromEntries(tapped.map((key) => [key, 1])))
      const copies = await page.evaluate(() =>
        (JSON.parse(localStorage.getItem('cart') ?? '[]') as { id: number; quantity: number }[]).map(
          ({ id, quantity }) => [`add:${id}`, quantity],
        ),
      )
      const quantity = path.startsWith('/product') ? 2 : 1
      expect(Object.fromEntries(copies)).toEqual(
        Object.fromEntries(tapped.filter((key) => key.startsWith('add:')).map((key) => [key, quantity])),
      )

      // An opened chat has no button for the rest of the session.
      await page.waitForFunction(() => sessionStorage.getItem('chatOpened') !== null)
      // This time without taps, because panels and dialogs would cover the page.
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await page.goto(emulator.origin + path, { waitUntil: 'commit' })
      await appDrawn(page)
      for (const control of before)
        await expect.poll(() => controlsOf(page), { message: control.name }).toContainEqual(control)
    })
  }
}
