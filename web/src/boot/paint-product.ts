import { productImageUrls } from '../api/image-urls.ts'
import { formatPrice } from '../domain/money.ts'
import { firstImage, readProductDetails } from '../domain/product.ts'
import { coverColour } from '../features/catalogue/cover-colour.ts'
import { apiHost, setPicture, setText } from './paint.ts'

/** A product's name, price and picture. */
export function paintProduct(answer: unknown, page: HTMLElement): HTMLImageElement | null {
  const product = readProductDetails(answer)
  const template = document.getElementById('early-product-known') as HTMLTemplateElement | null
  if (!product) return null
  if (template) page.replaceChildren(template.content.cloneNode(true))
  page.querySelector('.price-date')?.remove()
  setText(page, 'h1', product.name)
  setText(page, '.price-now', formatPrice(product.price))
  page
    .querySelector('.gallery-main')
    ?.classList.replace('tint-0', `tint-${coverColour(product.category_ids[0] ?? product.category_id ?? 0)}`)
  const picture = page.querySelector('img')
  const urls = productImageUrls(apiHost, firstImage(product))
  // The right picture may be there already.
  if (picture && picture.getAttribute('src') !== urls[0]) {
    picture.alt = product.name
    setPicture(picture, urls)
  }
  return picture
}
