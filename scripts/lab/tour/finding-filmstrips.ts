import type { Filmstrip } from './scenario.ts'

const search: Filmstrip = {
  name: 'search',
  play: async (scenario) => {
    const { page } = scenario
    const field = page.getByRole('combobox', { name: /search for/i })
    const also = page.getByRole('group', { name: 'Also in the shop' })
    // Loads products, because the search index contains loaded products only.
    await scenario.open('/categories?categoryId=3')
    // Identifies the suggestion by its text, because earlier suggestions stay until the host has responded.
    const first = (name: RegExp) => also.locator('p + [role=option]').filter({ hasText: name })
    await scenario.step('Misspelt: mathamatics', () => field.fill('mathamatics'), first(/Mathematics/))
    await scenario.step(
      'A class: P4 maths',
      () => field.fill('P4 maths'),
      first(/Mathematics Pupil's Book 4/),
    )
    await scenario.step(
      'The ISBN from a book’s back',
      async () => {
        await field.fill('978-9970-35-840-3')
        await page.getByRole('option').nth(1).waitFor({ state: 'hidden' })
      },
      first(/^Equator Primary Mathematics Pupil's Book 4/),
    )
    const special = page.getByRole('link', { name: 'Ask us to find it' })
    await scenario.step('Nothing found', () => field.fill('quantum chromodynamics'), special)
    await scenario.step(
      'The special order form contains the search words',
      async () => {
        await special.click()
        await page.getByRole('heading', { level: 1, name: 'Special Order' }).waitFor()
      },
      page.getByLabel('Item name'),
    )
  },
}

const sortAndFilter: Filmstrip = {
  name: 'sort-and-filter',
  play: async (scenario) => {
    const { page } = scenario
    const tools = page.getByRole('button', { name: 'Sort and filter' })
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await scenario.open('/shop')
    const product = page.getByRole('article').first()
    await scenario.step('All products', () => product.waitFor(), tools)
    await scenario.step(
      'Sorted by price',
      async () => {
        await tools.click()
        await sort.selectOption('Price, low to high')
        await page.getByText(/^(\d+) of \1 products$/).waitFor()
        await page.mouse.move(180, 400)
        await page.mouse.wheel(0, 320)
      },
      sort,
    )
    await scenario.step(
      'Only products for P4',
      async () => {
        await page.getByRole('combobox', { name: 'Class' }).selectOption({ value: 'P4' })
        await page.getByText(/^\d{1,2} of \d{3} products$/).waitFor()
      },
      product,
    )
    await scenario.step(
      'Only products in stock, within a price range',
      async () => {
        await page.getByRole('checkbox', { name: /^In stock only/ }).click()
        await page.getByRole('checkbox', { name: /^In stock only/, checked: true }).waitFor()
        await page.getByRole('combobox', { name: 'Price' }).selectOption({ index: 2 })
        await page.getByText(/^\d of \d{3} products$/).waitFor()
      },
      product,
    )
  },
}

const choices: Filmstrip = {
  name: 'choices',
  play: async (scenario) => {
    const { page } = scenario
    const group = (name: string) => page.getByRole('group', { name })
    await scenario.step(
      'A gomesi in several sizes and colours',
      () => scenario.open('/product-details/474'),
      page.getByRole('heading', { level: 1, name: /^Gomesi/ }),
    )
    await scenario.step(
      'Size and colour are chosen',
      async () => {
        await group('Choose size').getByText('M', { exact: true }).click()
        await group('Choose colour').getByText('Gold', { exact: true }).click()
      },
      group('Choose colour'),
    )
    await scenario.step(
      'A second size in the same cart line',
      async () => {
        const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
        await add.click()
        await group('Choose size').getByText('XL', { exact: true }).click()
        await add.click()
        await scenario.added().waitFor()
        await scenario.openCart('2 items')
      },
      scenario.cart().getByText('1 × Size: M, Colour: Gold; 1 × Size: XL, Colour: Gold'),
    )
  },
}

const dataSaver: Filmstrip = {
  name: 'data-saver',
  play: async (scenario) => {
    const { page } = scenario
    const saver = page.getByRole('switch', { name: 'Data saver' })
    await scenario.open('/shop')
    await scenario.step('The data used by this visit', () => saver.scrollIntoViewIfNeeded(), saver)
    await scenario.step(
      'The data saver is on',
      () => saver.click(),
      page.getByRole('switch', { name: 'Data saver', checked: true }),
    )
    const saved = page.getByText(/^Data saver skipped \d+ images?/)
    await scenario.step(
      'No images are loaded',
      async () => {
        await scenario.open('/shop')
        await saved.waitFor({ state: 'attached' })
      },
      page.locator('.product-card [data-held]').first(),
    )
    await scenario.step(
      'A tap loads an image',
      () => page.locator('.product-card [data-held]').first().click(),
      page.locator('.product-card img[src]').first(),
    )
    await scenario.step('The amount of data saved', () => saved.scrollIntoViewIfNeeded(), saved)
  },
}

/** Filmstrips about finding products. */
export const findingFilmstrips = [search, sortAndFilter, choices, dataSaver]
