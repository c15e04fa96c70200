import type { Filmstrip } from './scenario.ts'

/** Cart with a mathematics book, a dozen exercise books and a geometry set: ids and quantities. */
const CLASS = [
  [33, 1],
  [369, 12],
  [403, 1],
] as const

const schoolList: Filmstrip = {
  name: 'school-list',
  cart: CLASS,
  play: async (scenario) => {
    const { page } = scenario
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await scenario.open('/')
    await scenario.step(
      'A teacher fills the cart',
      () => scenario.openCart(),
      scenario.cart().getByRole('button', { name: 'School list' }),
    )
    await scenario.step(
      'The list gets a title and notes',
      async () => {
        await scenario.cart().getByRole('button', { name: 'School list' }).click()
        await page.getByLabel('Title').fill('P4 Blue, term I')
        await page.getByLabel('Note').first().fill('cover it')
      },
      page.getByLabel('Title'),
    )
    await page.getByRole('button', { name: 'Make the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'P4 Blue, term I' }).waitFor()
    const parent = await scenario.otherPhone()
    const ticks = parent.getByLabel(/^Already have /)
    await scenario.step(
      'A parent opens the link and ticks the items they already have',
      async () => {
        await scenario.open(page.url(), parent)
        await ticks.last().check()
      },
      parent.getByText('Total of the rest'),
    )
    const rest = parent.getByRole('button', { name: 'Add the rest to cart' })
    await scenario.step(
      'The rest goes into the cart with one tap',
      async () => {
        await rest.click()
        await scenario.openCart('13 items', parent)
      },
      scenario.cart(parent).getByRole('button', { name: 'Proceed to Checkout' }),
    )
    await scenario.step(
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
  play: async (scenario) => {
    const { page } = scenario
    const sheet = page.getByRole('article', { name: /^Quotation Q-\d{8}-1$/ })
    await scenario.open('/')
    await scenario.step(
      'The cart becomes a quotation',
      () => scenario.openCart(),
      scenario.cart().getByRole('button', { name: 'Quotation' }),
    )
    await scenario.step(
      'The details of the school, and the distance',
      async () => {
        await scenario.cart().getByRole('button', { name: 'Quotation' }).click()
        await page.getByLabel('School', { exact: true }).fill('St. Kizito Primary School')
        await page.getByLabel('Contact person').fill('Sr. Mary Nalubega')
        await page.getByLabel('Phone').fill('0772 123456')
        await page.getByLabel('Delivered').check()
        await page.getByLabel('Kilometres from the shop').fill('10')
      },
      page.getByLabel('School', { exact: true }),
    )
    await scenario.step(
      'To print, as CSV or as a spreadsheet',
      () => sheet.getByText('Delivery, 10 km').waitFor(),
      page.getByRole('button', { name: 'Print or save as PDF' }),
    )
    await scenario.step('On paper', () => sheet.waitFor(), sheet.getByText('St. Kizito Primary School'), true)
  },
}

const chatOrder: Filmstrip = {
  name: 'chat-order',
  cart: CLASS,
  play: async (scenario) => {
    const order = scenario.cart().getByRole('link', { name: 'Order on WhatsApp' })
    await scenario.open('/')
    await scenario.step('The cart can be ordered by chat', () => scenario.openCart(), order)
    const text = new URL((await order.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
    const message = await scenario.context.newPage()
    await scenario.step(
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
    const shop = await scenario.otherPhone()
    await scenario.step(
      'The link in the message shows the shop the same items',
      async () => {
        const [link = 'no link in the message'] = /https?:\S+\/list#\S+/.exec(text) ?? []
        await scenario.open(link, shop)
        await shop.getByRole('button', { name: 'Add all to cart', disabled: false }).waitFor()
      },
      shop.getByRole('heading', { level: 1, name: 'School list' }),
    )
  },
}

/** Filmstrips about turning a cart into a school list, a quotation or a chat order. */
export const listFilmstrips = [schoolList, quotation, chatOrder]
