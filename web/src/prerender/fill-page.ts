import { tabTitle } from '../ui/page/page-facts.ts'

/** A page as HTML with its metadata. URLs are absolute if the site's origin is known. */
export type RenderedPage = {
  path: string
  markup: string
  title: string
  description?: string
  /** For link previews: the image's URL and the price in shillings. */
  image?: string
  price?: number
}

/**
 * Inserts a page into an app shell: metadata into the head, markup at the placeholder.
 * @param frame the built index.html with `<!--frame-->` in its root
 * @param origin the shop's origin, or '' if unknown
 */
export function fillPage(frame: string, page: RenderedPage, origin = ''): string {
  const { path, markup, title, description, image, price } = page
  const meta = (property: string, content: string) =>
    `<meta property="${property}" content="${escapeHtml(content)}">`
  const head = [
    `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
    meta('og:title', title),
    ...(description === undefined ? [] : [meta('og:description', description)]),
    ...(origin === '' ? [] : [meta('og:url', origin + path)]),
    ...(image === undefined ? [] : [meta('og:image', image)]),
    ...(price === undefined
      ? []
      : [meta('og:price:amount', String(price)), meta('og:price:currency', 'UGX')]),
  ]
  const described =
    description === undefined
      ? frame
      : frame.replace(
          /(name="description"\s+content=")[^"]*"/,
          (_, start) => `${start}${escapeHtml(description)}"`,
        )
  return described
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(tabTitle(title))}</title>`)
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<html ', '<html data-rendered ')
    .replace('<!--frame-->', () => markup)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
