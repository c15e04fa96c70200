import { expect, shareEmulator, test } from '../emulator.ts'

const emulator = shareEmulator()

// These tests provoke policy violations, so they use pages that do not fail on them.
test("Trusted Types refuse script URLs, and HTML that does not come from the shop's policies", async ({
  browser,
}) => {
  const page = await browser.newPage()
  await page.goto(`${emulator.origin}/shop`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const outcomes = await page.evaluate(async () => {
    const attempt = (act: () => unknown) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const element = document.createElement('div')
    document.body.append(element)
    const script = document.createElement('script')
    const inline = document.createElement('style')
    inline.textContent = 'body { display: none }'
    document.head.append(inline)
    return {
      html: attempt(() => {
        element.innerHTML = '<img src="/none.png" onerror="document.title = 1">'
      }),
      scriptUrl: attempt(() => {
        script.src = 'https://other.example/script.js'
      }),
      scriptText: attempt(() => {
        script.text = 'document.title = 1'
      }),
      policy: attempt(() => {
        const { trustedTypes } = window as unknown as {
          trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
        }
        trustedTypes.createPolicy('of-an-injected-script', {})
      }),
      style: getComputedStyle(document.body).display,
      call: await fetch('https://other.example/').then(
        () => 'done',
        (error: Error) => error.name,
      ),
    }
  })
  expect(outcomes).toEqual({
    html: 'TypeError',
    scriptUrl: 'TypeError',
    scriptText: 'TypeError',
    policy: 'TypeError',
    style: 'block',
    call: 'TypeError',
  })
  await page.close()
})

test('an inline handler or script in the page does not run', async ({ browser }) => {
  const page = await browser.newPage()
  await page.route('**/shop', async (route) => {
    const response = await route.fetch()
    const poisoned = '<script>window.ran = 1</script><img src="/none" onerror="window.ran = 1"></body>'
    await route.fulfill({
      response: response,
      body: (await response.text()).replace('</body>', () => poisoned),
    })
  })
  await page.goto(`${emulator.origin}/shop`)
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await page.close()
})
