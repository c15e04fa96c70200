import { bannerImageUrl, imageSrcSet, productImageUrls } from '../api/image-urls.ts'
import { formatPrice } from '../domain/money.ts'
import {
  firstImage,
  productColour,
  readProductDetails,
  readProducts,
  type ShopProduct,
} from '../domain/product.ts'
import { readBanners, type ShopBanner } from '../features/homepage/banner.ts'
import { isDataSaverOn, savesData } from '../platform/data-saver.ts'

/** Origin of the API and the images; '' for the page's origin. */
export const apiHost: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '')
const imageWidths: string = import.meta.env.VITE_IMAGE_WIDTHS ?? ''

export function setText(root: ParentNode, selector: string, text: string): void {
  const element = root.querySelector(selector)
  if (element) element.textContent = text
}

/** Sets the author's name, or removes its element. */
function setAuthor(root: ParentNode, { author }: ShopProduct): void {
  setText(root, '.product-author', author ?? '')
  if (author !== null) return
  root.querySelector('.with-author')?.classList.remove('with-author')
  root.querySelector('.product-author')?.remove()
}

/** Sets an image's URL, and a second URL as a fallback. Sets no URL while the data saver is on. */
function setImage(image: HTMLImageElement, [first, second]: readonly [string, string]): void {
  if (isDataSaverOn()) {
    image.removeAttribute('src')
    return
  }
  image.addEventListener(
    'error',
    (event) => {
      // Other error handlers must not run, because the boot script still waits for the fallback.
      event.stopImmediatePropagation()
      setImageUrl(image, second)
    },
    { once: true },
  )
  setImageUrl(image, first)
}

/** Sets an image's `src` and `srcset`. */
function setImageUrl(image: HTMLImageElement, url: string): void {
  const srcset = imageSrcSet(imageWidths, url)
  if (srcset !== undefined) image.srcset = srcset
  image.src = url
}

export function paintProduct(response: unknown, page: HTMLElement): HTMLImageElement | null {
  const product = readProductDetails(response)
  const template = document.getElementById('early-product-known') as HTMLTemplateElement | null
  if (!product) return null
  if (template) page.replaceChildren(template.content.cloneNode(true))
  page.querySelector('.price-date')?.remove()
  setText(page, 'h1', product.name)
  setText(page, '.price-now', formatPrice(product.price))
  setAuthor(page, product)
  page.querySelector('.gallery-main')?.classList.replace('tint-0', `tint-${productColour(product)}`)
  const image = page.querySelector('img')
  const urls = productImageUrls(apiHost, firstImage(product))
  // A prerendered page already has the right image.
  if (image && image.getAttribute('src') !== urls[0]) {
    image.alt = product.name
    setImage(image, urls)
  }
  return image
}

/** Number of cards above the fold on a phone. */
const FIRST_CARDS = 2

/** Paints the first products of a list: name, price and image. */
export function paintShop(response: unknown, page: HTMLElement): HTMLImageElement | null {
  const template = document.getElementById('early-card') as HTMLTemplateElement
  const places = page.querySelectorAll('.product-grid > li')
  let first: HTMLImageElement | null = null
  readProducts(response)
    .slice(0, FIRST_CARDS)
    .forEach((product, at) => {
      // A product without an id has no link, so the app renders it.
      if (product.id === null) return
      const card = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
      // The product in the template has the id 1.
      for (const link of card.querySelectorAll('a'))
        link.setAttribute('href', String(link.getAttribute('href')).replace('1', String(product.id)))
      setText(card, '.card-link', product.name)
      setText(card, '.price-now', formatPrice(product.price))
      setAuthor(card, product)
      const image = card.querySelector('img')
      if (image) setImage(image, productImageUrls(apiHost, firstImage(product)))
      first ??= image
      places[at]?.replaceChildren(card)
    })
  page.querySelector('.product-grid')?.removeAttribute('aria-hidden')
  return first
}

/** Paints the first banner with its image, the texts of the other banners, and a dot for each banner. */
export function paintHome(response: unknown, page: HTMLElement): HTMLImageElement | null {
  const banners = readBanners(response)
  const [first] = banners
  const template = document.getElementById('early-banners') as HTMLTemplateElement
  if (!first) return null
  const carousel = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  /** Adapts the template's first element to the first banner, and copies of its second element to the other banners. */
  const forEachBanner = (selector: string) => {
    const [shown, hidden] = carousel.querySelectorAll(selector) as unknown as [Element, Element]
    const elements = banners.map((banner, at) =>
      numbered(at === 0 ? shown : (hidden.cloneNode(true) as Element), banner, at, banners.length),
    )
    hidden.replaceWith(...elements.slice(1))
  }
  // The longest text determines the banner's height.
  forEachBanner('.slide')
  if (banners.length < 2) carousel.querySelector('.carousel-tools')?.remove()
  else forEachBanner('.dot')
  const image = carousel.querySelector('img')
  const file = savesData() ? null : first.image
  // Set before the carousel is inserted, because inserting it would load the template's image.
  if (image && file !== null) setImageUrl(image, bannerImageUrl(apiHost, file))
  else {
    image?.parentElement?.classList.add('slide-drawn')
    image?.remove()
  }
  page.querySelector('.carousel')?.replaceWith(carousel)
  return file === null ? null : image
}

/** Adapts a slide or dot to a banner. Its button does nothing if the banner has no category. */
function numbered(element: Element, banner: ShopBanner, at: number, count: number): Element {
  element.setAttribute('aria-label', `Banner ${at + 1} of ${count}`)
  setText(element, '.slide-title', banner.title)
  const button = element.querySelector('button') ?? (element as HTMLElement)
  button.dataset.boot = button.dataset.boot?.replace(/\d+$/, String(at))
  if (banner.category_id !== null) button.removeAttribute('aria-disabled')
  return element
}
