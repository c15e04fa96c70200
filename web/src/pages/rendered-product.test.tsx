import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'

const RENDERED = `
  <div class="shell page product-page"><div class="product-main sheet">
    <h1>Rare Atlas</h1><p class="product-price">UGX 9,000</p><p>Maps of Uganda.</p>
    <div class="buy-row"><button>Add to Cart</button></div>
  </div></div>`

/** Renders the shop in a document that contains a prerendered product. */
async function openRendered(path: string, details: number | undefined) {
  const root = document.createElement('div')
  root.innerHTML = RENDERED
  document.body.append(root)
  document.documentElement.setAttribute('data-rendered', '')
  onTestFinished(() => {
    root.remove()
    document.documentElement.removeAttribute('data-rendered')
  })
  window.history.replaceState(null, '', '/product-details/7')
  vi.resetModules()
  const { renderShop } = await import('../../test/render.tsx')
  await import('../features/catalogue/product/rendered-product.tsx')
  root.remove()
  let isFailing = true
  const shop = await renderShop({
    path,
    refuse: (call) => (isFailing && call.startsWith('GET /products/details/') ? details : undefined),
  })
  return { ...shop, recover: () => (isFailing = false) }
}

test('shows the prerendered product if its details fail to load, and retries', async () => {
  const { user, recover } = await openRendered('/product-details/7', 500)
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('alert')).toHaveTextContent("We couldn't check the price and stock.")
  expect(main.getByRole('heading', { name: 'Rare Atlas', level: 1 })).toBeVisible()
  expect(main.getByText('UGX 9,000')).toBeVisible()
  expect(main.getByText('Maps of Uganda.')).toBeVisible()
  expect(main.queryByRole('button', { name: 'Add to Cart' })).toBeNull()
  expect(document.title).toMatch(/^Rare Atlas/)
  recover()
  await user.click(main.getByRole('button', { name: 'Try again' }))
  expect(await main.findByRole('button', { name: 'Add to Cart' })).toBeVisible()
})

test('shows "Product not found." if the prerendered product is no longer sold', async () => {
  await openRendered('/product-details/999999', undefined)
  expect(await screen.findByText('Product not found.')).toBeVisible()
})

test('does not show the prerendered product if a different product fails to load', async () => {
  await openRendered('/product-details/8', 500)
  expect(await screen.findByText("We couldn't load this product.")).toBeVisible()
  expect(screen.queryByText('Rare Atlas')).toBeNull()
})
