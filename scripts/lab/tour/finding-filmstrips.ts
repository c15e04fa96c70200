import type { Filmstrip } from './scenario.ts'

const search: Filmstrip = {
  name: 'search',
  walk: async (walk) => {
    const { page } = walk
    const field = page.getByRole('combobox', { name: /search for/i })
    const also = page.getByRole('group', { name: 'Also in the shop' })
    // The index contains the loaded products.
    await walk.open('/categories?categoryId=3')
    // Earlier suggestions stay until the host has responded.
    const first = (name: RegExp) => also.locator('p + [role=option]').filter({ hasText: name })
    await walk.step('Misspelt: mathamatics', () => field.fill('mathamatics'), first(/Mathematics/))
    await walk.step('A class: P4 maths', () => field.fill('P4 maths'), first(/Mathematics Pupil's Book 4/))
    await walk.step(
      'The ISBN from a book’s back',
      async () => {
        await field.fill('978-9970-35-840-3')
        await page.getByRole('option').nth(1).waitFor({ state: 'hidden' })
      },
      first(/^Equator Primary Mathematics Pupil's Book 4/),
    )
    const special = page.getByRole('link', { name: 'Ask us to find it' })
    await walk.step('Nothing found', () => field.fill('quantum chromodynamics'), special)
    await walk.step(
      'The special order has the words already',
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
  walk: async (walk) => {
    const { page } = walk
    const tools = page.getByRole('button', { name: 'Sort and filter' })
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await walk.open('/shop')
    const product = page.getByRole('article').first()
    await walk.step('All products', () => product.waitFor(), tools)
    await walk.step(
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
    await walk.step(
      'Only what P4 needs',
      async () => {
        await page.getByRole('combobox', { name: 'Class' }).selectOption({ value: 'P4' })
        await page.getByText(/^\d{1,2} of \d{3} products$/).waitFor()
      },
      product,
    )
    await walk.step(
      'Only what is in stock, within a range of prices',
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
  walk: async (walk) => {
    const { page } = walk
    const group = (name: string) => page.getByRole('group', { name })
    await walk.step(
      'A gomesi in several sizes and colours',
      () => walk.open('/product-details/474'),
      page.getByRole('heading', { level: 1, name: /^Gomesi/ }),
    )
    await walk.step(
      'Size and colour are chosen',
      async () => {
        await group('Choose size').getByText('M', { exact: true }).click()
        await group('Choose colour').getByText('Gold', { exact: true }).click()
      },
      group('Choose colour'),
    )
    await walk.step(
      'Another size of the same is in the same line',
      async () => {
        const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
        await add.click()
        await group('Choose size').getByText('XL', { exact: true }).click()
        await add.click()
        await walk.added().waitFor()
        await walk.openCart('2 items')
      },
      walk.cart().getByText('1 × Size: M, Colour: Gold; 1 × Size: XL, Colour: Gold'),
    )
  },
}

const dataSaver: Filmstrip = {
  name: 'data-saver',
  walk: async (walk) => {
    const { page } = walk
    const saver = page.getByRole('switch', { name: 'Data saver' })
    await walk.open('/shop')
    await walk.step('What the visit has cost', () => saver.scrollIntoViewIfNeeded(), saver)
    await walk.step(
      'The data saver is on',
      () => saver.click(),
      page.getByRole('switch', { name: 'Data saver', checked: true }),
    )
    const saved = page.getByText(/^Data saver skipped \d+ images?/)
    await walk.step(
      'No picture comes',
      async () => {
        await walk.open('/shop')
        await saved.waitFor({ state: 'attached' })
      },
      page.locator('.product-card [data-held]').first(),
    )
    await walk.step(
      'Until it is pressed',
      () => page.locator('.product-card [data-held]').first().click(),
      page.locator('.product-card img[src]').first(),
    )
    await walk.step('What was saved', () => saved.scrollIntoViewIfNeeded(), saved)
  },
}

/** Finding products. */
export const findingFilmstrips = [search, sortAndFilter, choices, dataSaver]
