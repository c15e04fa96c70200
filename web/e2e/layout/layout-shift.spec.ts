import { expect, test } from '../shopper.ts'

/** Responses whose late arrival must not move what the shopper is about to tap. */
const SLOW = /\/(?:customer\/info|customer\/address\/list|config|products\/details\/\d+)$/

/** Records layout shifts once a control of the page can be used. */
function recordShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  let usableAt = Number.POSITIVE_INFINITY
  const watch = new MutationObserver(() => {
    if (document.querySelector('main :is(button, input, textarea):not([disabled])') === null) return
    watch.disconnect()
    // The frame that shows the control may move what it replaces.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        usableAt = performance.now()
      }),
    )
  })
  watch.observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput || entry.startTime < usableAt) continue
      const names = entry.sources.map(({ node, previousRect: before, currentRect: after }) => {
        const name = node instanceof HTMLElement ? node.className || node.localName : node?.textContent
        return `${name} ${before.x},${before.y} ${before.width}x${before.height} -> ${after.x},${after.y} ${after.width}x${after.height}`
      })
      shifts.push(`${location.pathname} ${entry.value.toFixed(4)} ${names.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

for (const { title, width, height, hasAddress } of [
  { title: 'with a saved address, on a phone', width: 360, height: 740, hasAddress: true },
  { title: 'without a saved address, on a phone', width: 360, height: 740, hasAddress: false },
  { title: 'with a saved address, on a wide screen', width: 1280, height: 900, hasAddress: true },
]) {
  test.describe(title, () => {
    test.use({ viewport: { width, height } })

    test('nothing moves on a slow delivery step and checkout', { tag: '@thorough' }, async ({
      shopper,
      page,
    }) => {
      if (!hasAddress) await shopper.deleteAddresses()
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      let delay = 400
      await page.route(SLOW, async (route) => {
        delay += 300
        await new Promise((resolve) => setTimeout(resolve, delay))
        await route.continue()
      })
      await page.addInitScript(recordShifts)
      // Shifts after a shopper's input don't count.
      const shifts = () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts.splice(0))
      await page.reload()
      await expect(page.getByLabel('Delivery Note')).toBeVisible()
      await expect(page.locator('.leaflet-container')).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await shifts()).toEqual([])
      await page.getByText('Self pick or send your boda').click()
      await shopper.goToCheckout()
      await page.reload()
      await expect(page.getByLabel('First name')).toHaveValue('Amina')
      await page.waitForLoadState('networkidle')
      expect(await shifts()).toEqual([])
    })
  })
}
