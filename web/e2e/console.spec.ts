import { createControlClient } from 'mock-server/control-api/client'
import { expect, type RunningEmulator, startShop, test } from './emulator.ts'
import { axeViolations } from './layout-and-axe.ts'

let emulator: RunningEmulator
test.beforeAll(async () => {
  emulator = await startShop()
})
test.afterAll(() => emulator.stop())

test('a developer reads a code, adds a fault, moves the clock and changes the world', async ({ page }) => {
  const control = createControlClient({ origin: emulator.origin })
  const request = (path: string, init?: RequestInit) => fetch(`${emulator.origin}/api/v1${path}`, init)
  const view = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).click()

  await test.step('a one-time code appears without a reload', async () => {
    await page.goto(`${emulator.origin}/__emulator/`)
    await expect(page.getByText('The emulator is up')).toBeVisible()
    await view('Outbox')
    await expect(page.getByText('Nothing sent yet.')).toBeVisible()
    await request('/auth/forgot-password', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email_or_phone: 'demo@kitabo.example', type: 'email' }),
    })
    const [message] = (await control('GET /outbox')).messages
    await expect(page.getByRole('button', { name: `${message?.code} Copy` })).toBeVisible()
  })

  await test.step('a fault made from the journal applies, and the journal shows it', async () => {
    await request('/products/latest?limit=2&colour=red')
    await view('Journal')
    await page.getByRole('button', { name: /\/products\/latest\?\S+ 1 violation 200 / }).click()
    await page.getByRole('link', { name: 'Add a fault for GET /products/latest' }).click()
    // The journal has a field of the same name.
    await expect(page.getByRole('button', { name: 'Add the fault' })).toBeVisible()
    await page.getByLabel('Status', { exact: true }).fill('503')
    await page.getByRole('button', { name: 'Add the fault' }).click()
    await expect(page.getByText('Fault 1: not applied yet')).toBeVisible()
    expect((await request('/products/latest?limit=2')).status).toBe(503)
    await view('Journal')
    await expect(page.getByRole('button', { name: /\/products\/latest\?\S+ fault 1 503 / })).toBeVisible()
  })

  await test.step('the clock advances by an hour and is frozen', async () => {
    const before = Date.parse((await control('GET /clock')).now)
    await view('Clock')
    await page.getByRole('button', { name: '+ 1 hour' }).click()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await expect(page.getByText('Frozen', { exact: true })).toBeVisible()
    const { now, frozen } = await control('GET /clock')
    expect(frozen).toBe(true)
    expect(Date.parse(now) - before).toBeGreaterThanOrEqual(3_600_000)
  })

  await test.step('another world has an empty outbox, and the shop switches to it', async () => {
    await control('POST /worlds', { body: { name: 'second' } })
    await page.getByRole('combobox', { name: 'World' }).selectOption('second')
    await view('Outbox')
    await expect(page.getByText('Nothing sent yet.')).toBeVisible()
    expect(await page.evaluate(() => document.cookie)).toBe('emulator_world=second')
    await page.getByRole('combobox', { name: 'World' }).selectOption('default')
    await expect(page.getByRole('button', { name: /Copy$/ })).toBeVisible()
  })
})

for (const width of [360, 1280]) {
  const title = `every view is accessible and fits into ${width} px`
  test(title, { tag: width === 360 ? [] : '@thorough' }, async ({ page }) => {
    const control = createControlClient({ origin: emulator.origin })
    await control('POST /faults', { body: { path: '/config', effect: { contract: 'missing-field' } } })
    await fetch(`${emulator.origin}/api/v1/products/latest?colour=red`)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${emulator.origin}/__emulator/`)
    const views = await page.getByRole('navigation').getByRole('link').all()
    expect(views.length).toBeGreaterThan(1)
    for (const view of views) {
      await view.click()
      const name = (await view.textContent())?.match(/^\w+/)?.[0] ?? ''
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      const row = page.locator('main button[aria-expanded]').first()
      if (name === 'Journal' || name === 'Orders') await row.click()
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      expect(await axeViolations(page), name).toEqual([])
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wider, `${name} does not scroll sideways`).toBeLessThanOrEqual(0)
    }
  })
}
