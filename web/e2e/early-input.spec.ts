import { appDrawn, expect, shareEmulator, test } from './emulator.ts'
import { holdScripts } from './hold-scripts.ts'

// What a shopper presses and types before the app's script has come, and while it draws.
test.use({ waitsForApp: false })
const emulator = shareEmulator()

test('answers what was pressed and typed before the script, once it is there', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: /Search for/ }).fill('atl')
  await page.getByRole('button', { name: /^Cart/ }).click()
  release()
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: /Search for/ })).toHaveValue('atl')
})

test('gives the focus back to a button that was pressed before the script', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  release()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeFocused()
})

test('keeps what is typed while the app is being drawn', async ({ page }) => {
  const release = await holdScripts(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`${emulator.origin}/about-us`, { waitUntil: 'commit' })
  await page.getByRole('combobox').first().focus()
  const text = 'mathematics for primary four, pupils book'
  release()
  await page.keyboard.type(text, { delay: 60 })
  await appDrawn(page)
  // A key in the very moment in which the field changes hands may be lost.
  const missing = async () => text.length - (await page.getByRole('combobox').first().inputValue()).length
  await expect.poll(missing).toBeLessThan(2)
})

test('answers a press once that begins before the app is drawn and ends after', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Cart/ }).hover()
  await page.mouse.down()
  release()
  await appDrawn(page)
  await page.mouse.up()
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
  // A second click would close it, and a mouse that is pressed later is the app's own affair.
  await page.waitForTimeout(500)
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
  await page.getByRole('button', { name: /^Cart/ }).click()
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeHidden()
})

test('answers presses once that come while the app is being drawn', async ({ page }) => {
  const release = await holdScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  // From the moment in which the app's own button is there, before anything else has run.
  await page.addInitScript(() => {
    const press = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('#root button[aria-label^="Cart"]')
      if (!button || !Object.keys(button).some((key) => key.startsWith('__react'))) return
      press.disconnect()
      button.click()
    })
    press.observe(document, { childList: true, subtree: true })
  })
  await page.goto(emulator.origin, { waitUntil: 'commit' })
  release()
  await appDrawn(page)
  await page.waitForTimeout(500)
  await expect(page.getByRole('region', { name: 'Cart Items' })).toBeVisible()
})

test('loses no press that comes right after the page has loaded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(emulator.origin)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})
