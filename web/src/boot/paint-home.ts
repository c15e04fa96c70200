import { bannerImageUrl } from '../api/image-urls.ts'
import { readBanners, type ShopBanner } from '../features/homepage/banner.ts'
import { savesData } from '../platform/data-saver.ts'
import { apiHost, setAddress, setText } from './paint.ts'

/** The first banner with its image, the texts of the others, and a dot for each. */
export function paintHome(answer: unknown, page: HTMLElement): HTMLImageElement | null {
  const banners = readBanners(answer)
  const [first] = banners
  const template = document.getElementById('early-banners') as HTMLTemplateElement
  if (!first) return null
  const carousel = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  /** The template's first element for the first banner, and copies of its second for the others. */
  const forEachBanner = (selector: string) => {
    const [shown, hidden] = carousel.querySelectorAll(selector) as unknown as [Element, Element]
    const elements = banners.map((banner, at) =>
      numbered(at === 0 ? shown : (hidden.cloneNode(true) as Element), banner, at, banners.length),
    )
    hidden.replaceWith(...elements.slice(1))
  }
  // The longest text of all decides how high the banner is.
  forEachBanner('.slide')
  if (banners.length < 2) carousel.querySelector('.carousel-tools')?.remove()
  else forEachBanner('.dot')
  const picture = carousel.querySelector('img')
  const file = savesData() ? null : first.image
  // Before the carousel is on the page, where the template's own image would be fetched.
  if (picture && file !== null) setAddress(picture, bannerImageUrl(apiHost, file))
  else {
    picture?.parentElement?.classList.add('slide-drawn')
    picture?.remove()
  }
  page.querySelector('.carousel')?.replaceWith(carousel)
  return file === null ? null : picture
}

/** A slide or a dot as that of one of the banners. Buttons lead nowhere where the banner names no category. */
function numbered(element: Element, banner: ShopBanner, at: number, count: number): Element {
  element.setAttribute('aria-label', `Banner ${at + 1} of ${count}`)
  setText(element, '.slide-title', banner.title)
  const button = element.querySelector('button') ?? (element as HTMLElement)
  button.dataset.boot = button.dataset.boot?.replace(/\d+$/, String(at))
  if (banner.category_id !== null) button.removeAttribute('aria-disabled')
  return element
}
