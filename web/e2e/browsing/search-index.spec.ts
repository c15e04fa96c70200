import { collectComplaints, expect, shareEmulator, test } from '../emulator.ts'
import { axeViolations } from '../layout-and-axe.ts'

/** The shop's search index, in addition to the host's search. */
const emulator = shareEmulator()
test.use({ viewport: { width: 360, height: 740 } })

test('a class book is suggested for a misspelling, in this visit and the next, after one search and its correction', {
  tag: '@thorough',
}, async ({ page, context }) => {
  const requested: string[] = []
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/v1/')) requested.push(pathname.slice('/api/v1'.length) + search)
  })
  await page.goto(`${emulator.origin}/categories?categoryId=3`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = requested.length
  await page.getByRole('combobox').fill('P4 mathamatics')
  const best = page.getByRole('group', { name: /^(Results for|Closest to) “/ })
  await expect(best.getByRole('option').first()).toContainText("Equator Primary Mathematics Pupil's Book 4")
  const searches = requested.slice(before).filter((path) => path.startsWith('/products/search'))
  expect(searches).toEqual(['/products/search?name=P4+mathamatics', '/products/search?name=p4+mathematics'])
  expect(await axeViolations(page, 'header')).toEqual([])

  const secondTab = await context.newPage()
  await collectComplaints(secondTab)
  await secondTab.goto(`${emulator.origin}/about-us`)
  await secondTab.getByRole('combobox').fill('P.4 mathamatics')
  await expect(secondTab.getByRole('group', { name: /^(Results for|Closest to) “/ })).toBeVisible()
  await secondTab
    .getByRole('option', { name: /Pupil's Book 4/ })
    .first()
    .click()
  await expect(
    secondTab.getByRole('heading', { level: 1, name: 'Closest to “P.4 mathamatics”' }),
  ).toBeVisible()
  const list = secondTab.getByRole('region', { name: 'Products' })
  await expect(list.getByRole('article').first()).toContainText("Equator Primary Mathematics Pupil's Book 4")
})
