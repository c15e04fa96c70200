import type { Filmstrip } from './scenario.ts'

/** A mathematics book, a dozen exercise books, a set for geometry. */
const CLASS = [
  [33, 1],
  [369, 12],
  [403, 1],
] as const

const schoolList: Filmstrip = {
  name: 'school-list',
  cart: CLASS,
  walk: async (walk) => {
    const { page } = walk
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await walk.open('/')
    await walk.step(
      'A teacher fills the cart',
      () => walk.openCart(),
      walk.cart().getByRole('button', { name: 'School list' }),
    )
    await walk.step(
      'The list gets a title and notes',
      async () => {
        await walk.cart().getByRole('button', { name: 'School list' }).click()
        await page.getByLabel('Title').fill('P4 Blue, term I')
        await page.getByLabel('Note').first().fill('cover it')
      },
      page.getByLabel('Title'),
    )
    await page.getByRole('button', { name: 'Make the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'P4 Blue, term I' }).waitFor()
    const parent = await walk.otherPhone()
    const ticks = parent.getByLabel(/^Already have /)
    await walk.step(
      'A parent opens the list by its link, and ticks what is there already',
      async () => {
        await walk.open(page.url(), parent)
        await ticks.last().check()
      },
      parent.getByText('Total of the rest'),
    )
    const rest = parent.getByRole('button', { name: 'Add the rest to cart' })
    await walk.step(
      'The rest goes into the cart in one press',
      async () => {
        await rest.click()
        await walk.openCart('13 items', parent)
      },
      walk.cart(parent).getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await walk.step(
      'The sheet for the notice board',
      async () => {
        await page.getByRole('button', { name: 'Print' }).click()
        await page.locator('.list-sheet svg').waitFor({ state: 'attached' })
      },
      page.locator('.list-sheet svg'),
      true,
    )
  },
}

const quotation: Filmstrip = {
  name: 'quotation',
  cart: CLASS,
  walk: async (walk) => {
    const { page } = walk
    const sheet = page.getByRole('article', { name: /^Quotation Q-\d{8}-1$/ })
    await walk.open('/')
    await walk.step(
      'The cart becomes a quotation',
      () => walk.openCart(),
      walk.cart().getByRole('button', { name: 'Quotation' }),
    )
    await walk.step(
      'The school’s words, and how far it is',
      async () => {
        await walk.cart().getByRole('button', { name: 'Quotation' }).click()
        await page.getByLabel('School', { exact: true }).fill('St. Kizito Primary School')
        await page.getByLabel('Contact person').fill('Sr. Mary Nalubega')
        await page.getByLabel('Phone').fill('0772 123456')
        await page.getByLabel('Delivered').check()
        await page.getByLabel('Kilometres from the shop').fill('10')
      },
      page.getByLabel('School', { exact: true }),
    )
    await walk.step(
      'To print, as CSV or as a spreadsheet',
      () => sheet.getByText('Delivery, 10 km').waitFor(),
      page.getByRole('button', { name: 'Print or save as PDF' }),
    )
    await walk.step('On paper', () => sheet.waitFor(), sheet.getByText('St. Kizito Primary School'), true)
  },
}

const chatOrder: Filmstrip = {
  name: 'chat-order',
  cart: CLASS,
  walk: async (walk) => {
    const order = walk.cart().getByRole('link', { name: 'Order on WhatsApp' })
    await walk.open('/')
    await walk.step('The cart can be ordered by chat', () => walk.openCart(), order)
    const text = new URL((await order.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
    const message = await walk.context.newPage()
    await walk.step(
      'The message that WhatsApp opens with',
      async () => {
        await message.setContent(
          '<body style="margin:0;padding:24px 14px;background:#e7e1d8;font:16px/1.45 sans-serif"><p style="margin:0;padding:12px 14px;background:#d9fdd3;border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere"></p>',
        )
        await message.locator('p').evaluate((element, words) => {
          element.textContent = words
        }, text)
      },
      message.getByText("I'd like to order"),
    )
    const shop = await walk.otherPhone()
    await walk.step(
      'Its link shows the shop the same items',
      async () => {
        const [link = 'no link in the message'] = /https?:\S+\/list#\S+/.exec(text) ?? []
        await walk.open(link, shop)
        await shop.getByRole('button', { name: 'Add all to cart', disabled: false }).waitFor()
      },
      shop.getByRole('heading', { level: 1, name: 'School list' }),
    )
  },
}

/** A cart as a school list and as a quotation. */
export const listFilmstrips = [schoolList, quotation, chatOrder]
