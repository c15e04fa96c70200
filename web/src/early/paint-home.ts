import { readBanners } from '../features/homepage/banner.ts'
import { savesData } from '../lib/data-saver.ts'
import { bannerImageUrl } from '../lib/picture-urls.ts'
import { apiHost, setAddress, setText } from './paint.ts'

/** The first banner with its picture, the texts of the others, and a dot for each. */
export function paintHome(answer: unknown, page: HTMLElement): HTMLImageElement | null {
  const banners = readBanners(answer)
  const [first] = banners
  const template = document.getElementById('early-banners') as HTMLTemplateElement
  if (!first) return null
  const carousel = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  setText(carousel, '.slide-title', first.title)
  // The longest text of all decides how high the banner is.
  const [, other] = carousel.querySelectorAll('.slide')
  other?.replaceWith(...banners.slice(1).map(({ title }) => slideWith(other, title)))
  const dots = carousel.querySelector('.dots')
  const dot = dots?.firstElementChild
  if (banners.length < 2) carousel.querySelector('.carousel-tools')?.remove()
  else if (dots && dot) dots.replaceChildren(...banners.map((_, at) => dotAt(dot, at)))
  const picture = carousel.querySelector('img')
  if (!picture || first.image === null || savesData()) {
    picture?.parentElement?.classList.add('slide-drawn')
    picture?.remove()
    page.querySelector('.carousel')?.replaceWith(carousel)
    return null
  }
  setAddress(picture, bannerImageUrl(apiHost, first.image))
  page.querySelector('.carousel')?.replaceWith(carousel)
  return picture
}

function slideWith(slide: Element, title: string): Element {
  const copy = slide.cloneNode(true) as Element
  setText(copy, '.slide-title', title)
  return copy
}

function dotAt(dot: Element, at: number): Element {
  const copy = dot.cloneNode(true) as Element
  copy.setAttribute('aria-current', String(at === 0))
  return copy
}
