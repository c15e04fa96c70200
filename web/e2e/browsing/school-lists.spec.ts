import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { nonEmpty } from 'contracts/non-empty'
import { store } from '../../src/config/store.ts'
import { encodeList, type ListLine } from '../../src/features/school-list/list-link.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

/** School lists, which are encoded in their URL and show current prices. */
const emulator = shareEmulator()
test.use({ viewport: { width: 360, height: 740 } })

type WireProduct = { id: number; name: string; price: number; total_stock: number }

async function inStock(count: number): Promise<WireProduct[]> {
  const productsInStock: WireProduct[] = []
  for (let page = 1; productsInStock.length < count; page++) {
    const response = await fetch(`${emulator.origin}/api/v1/products/latest?limit=90&offset=${page}`)
    const { products } = (await response.json()) as { products: WireProduct[] }
    productsInStock.push(...nonEmpty(products).filter(({ total_stock }) => total_stock >= 5))
  }
  return productsInStock.slice(0, count)
}

const lineOf = ({ id, name }: WireProduct, part: Partial<ListLine> = {}): ListLine => ({
  id,
  name,
  quantity: 1,
  note: '',
  ...part,
})

async function openList(page: Page, path: string, lines: ListLine[], title = 'P4 Blue, term I') {
  await page.goto(`${emulator.origin}${path}#${await encodeList({ title, lines })}`)
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length

test('a cart becomes a list with a title and a note, which a second phone opens by its link', async ({
  page,
  browser,
}) => {
  const [book] = await inStock(1)
  if (!book) throw new Error('The catalogue is empty.')
  await page.goto(`${emulator.origin}/product-details/${book.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: /^Cart, 1 / }).click()
  await page.getByText('Other ways to order').click()
  const chat = page.getByRole('link', { name: 'Order on WhatsApp' })
  await expect(chat).toHaveAttribute('href', new RegExp(`^https://wa\\.me/${store.whatsapp}\\?text=`))
  const message = new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text')
  expect(message).toContain(`1 × ${book.name}`)
  expect(message).toContain(`${emulator.origin}/list#1.`)

  await page.getByRole('button', { name: 'School list' }).click()
  await page.getByLabel('Title').fill('P4 Blue, term I')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  const row = page.getByRole('group', { name: book.name, exact: true })
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(110)
  await expect(row.getByLabel('Note')).toBeHidden()
  await row.getByText('Add a note').click()
  await row.getByLabel('Note').fill('cover it')
  await page.getByRole('button', { name: 'Make the list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('P4 Blue, term I')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Change this list' })).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('P4 Blue, term I')
  const line = other.getByRole('listitem').filter({ hasText: book.name })
  await expect(line).toContainText('cover it')
  await expect(line).toContainText('2 ×')
  await other.context().close()
})

test('a long note is readable as a whole on a phone, also in the editor', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const [book] = await inStock(1)
  if (!book) throw new Error('The catalogue is empty.')
  const note = 'Cover it in blue paper and write the name on the inside'
  await openList(page, '/list', [lineOf(book, { note })])
  const isCut = (text: Element) =>
    text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight
  expect(await page.getByText(note, { exact: true }).evaluate(isCut)).toBe(false)
  await page.getByRole('button', { name: 'Change this list' }).click()
  expect(await page.getByText(`Note: ${note}`).evaluate(isCut)).toBe(false)
})

test('ticked items are not added to the cart, and the ticks are stored on the phone', async ({ page }) => {
  const [first, second] = await inStock(2)
  if (!first || !second) throw new Error('The catalogue is empty.')
  await openList(page, '/list', [lineOf(first, { quantity: 2 }), lineOf(second)])
  const add = page.getByRole('button', { name: 'Add all to cart' })
  await expect(add).toBeEnabled()
  await page.getByLabel(`Already have ${first.name}`).check()
  await expect(page.getByText('Total of the rest')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(`Already have ${first.name}`)).toBeChecked()
  await page.getByRole('button', { name: 'Add the rest to cart' }).click()
  await expect(page.getByRole('button', { name: /^Cart, 1 item,/ })).toBeVisible()
})

test('reports short and discontinued items, and adds the available ones', async ({ page }) => {
  const world = randomUUID()
  await page.context().addCookies([{ name: 'emulator_world', value: world, url: emulator.origin }])
  const [book] = await inStock(1)
  if (!book) throw new Error('The catalogue is empty.')
  const stock = await fetch(`${emulator.origin}/__emulator/stock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-emulator-world': world },
    body: JSON.stringify({ id: book.id, stock: 2 }),
  })
  expect(stock.ok).toBe(true)
  const gone = { id: 99_999, name: 'Mathematics for old times', quantity: 1, note: '' }
  await openList(page, '/list', [lineOf(book, { quantity: 4 }), gone])
  await expect(page.getByText('Only 2 left.')).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: gone.name }).first()
  await expect(line).toContainText('No longer sold.')
  await expect(line.getByRole('link', { name: 'Search for “Mathematics for”' })).toBeVisible()
  await page.getByRole('button', { name: 'Add all to cart' }).click()
  await expect(page.getByText(`${book.name}: we added 2 of 4.`)).toBeVisible()
  await expect(page.getByText(`${gone.name} wasn't added.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cart, 2 items,/ })).toBeVisible()
})

test('a line that was removed from a list can be put back, and the focus stays in the list', {
  tag: '@thorough',
}, async ({ page }) => {
  const lines = await inStock(2)
  await openList(
    page,
    '/list',
    lines.map((line) => lineOf(line)),
  )
  await page.getByRole('button', { name: 'Change this list' }).press('Enter')
  await expect(page.getByLabel('Title')).toBeFocused()
  const bins = page.getByRole('button', { name: /^Remove .* from the list$/ })
  await bins.first().press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(undo).toHaveAccessibleDescription(/ removed from the list\.$/)
  await expect(bins).toHaveCount(0)
  await undo.press('Enter')
  await expect(bins).toHaveCount(2)
  await expect(page.locator('main :focus')).toBeVisible()
})

test('a truncated link shows one message', { tag: '@thorough' }, async ({ page }) => {
  const [book] = await inStock(1)
  if (!book) throw new Error('The catalogue is empty.')
  const encoded = await encodeList({ title: 'P4', lines: [lineOf(book)] })
  await page.goto(`${emulator.origin}/list#${encoded.slice(0, -9)}`)
  await expect(page.getByText(/^We can't open this list/)).toBeVisible()
  await page.goto(`${emulator.origin}/list`)
  await expect(page.getByText("This link doesn't contain a list.")).toBeVisible()
})

test('thirty lines with the QR code fit on one A4 page, also as a quotation for a buyer', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const products = await inStock(30)
  await openList(
    page,
    '/list',
    products.map((product) => lineOf(product)),
  )
  await expect(page.getByText("Checking today's price…")).toHaveCount(0)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('.list-sheet svg')).toHaveCount(1)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)

  await page.getByLabel('Print as a quotation').check()
  await page.getByLabel('Buyer').fill('St. Kizito Primary School')
  const sheet = page.locator('.list-sheet')
  await expect(sheet).toContainText('Quotation: P4 Blue, term I')
  await expect(sheet).toContainText('For St. Kizito Primary School')
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Kampala' })
  await expect(sheet).toContainText(`Prices in UGX of ${today.format(new Date())}`)
  const sum = products.reduce((total, { price }) => total + price, 0)
  await expect(sheet).toContainText(`UGX ${(Math.floor(sum / 100 + 0.5) * 100).toLocaleString('en-US')}`)
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
})
