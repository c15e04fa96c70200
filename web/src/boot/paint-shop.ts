import { productImageUrls } from '../api/image-urls.ts'
import { formatPrice } from '../domain/money.ts'
import { firstImage, readProducts } from '../domain/product.ts'
import { coverColour } from '../features/catalogue/cover-colour.ts'
import { apiHost, setPicture, setText } from './paint.ts'

/** Cards that are seen at once on a phone. */
const FIRST_CARDS = 2

/** The first products of the list: name, price and picture. */
export function paintShop(answer: unknown, page: HTMLElement): HTMLImageElement | null {
  const template = document.getElementById('early-card') as HTMLTemplateElement
  const places = page.querySelectorAll('.product-grid > li')
  let first: HTMLImageElement | null = null
  readProducts(answer)
    .slice(0, FIRST_CARDS)
    .forEach((product, at) => {
      // Without an id there is nothing to link to: the app renders it.
      if (product.id === null) return
      const card = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
      // The template's product has the id 1.
      for (const link of card.querySelectorAll('a'))
        link.setAttribute('href', String(link.getAttribute('href')).replace('1', String(product.id)))
      setText(card, '.card-link', product.name)
      setText(card, '.price-now', formatPrice(product.price))
      const colour = coverColour(product.category_ids[0] ?? product.category_id ?? 0)
      card.querySelector('.product-stand')?.classList.replace('tint-0', `tint-${colour}`)
      const picture = card.querySelector('img')
      if (picture) setPicture(picture, productImageUrls(apiHost, firstImage(product)))
      first ??= picture
      places[at]?.replaceChildren(card)
    })
  page.querySelector('.product-grid')?.removeAttribute('aria-hidden')
  return first
}
