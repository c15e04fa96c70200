/**
 * Sanitises descriptions, which are HTML from the host. Scripts in them could read the shopper's token from storage.
 * Uses the browser's sanitiser, or else DOMPurify (11 KB), which is loaded on demand.
 */
const ELEMENTS =
  'p br b strong i em u s ul ol li h3 h4 h5 h6 span div table thead tbody tr th td blockquote sub sup a'.split(
    ' ',
  )
const ATTRIBUTES = ['href', 'colspan', 'rowspan']
/** Elements that are removed while their content is kept. DOMPurify treats unknown elements the same way. */
const UNWRAPPED =
  'section article header footer main nav aside figure figcaption h1 h2 small big font center mark dl dt dd pre code'.split(
    ' ',
  )

type Sanitizer = { elements: string[]; attributes: string[]; replaceWithChildrenElements: string[] }
type NativeElement = HTMLElement & { setHTML?: (html: string, options: { sanitizer: Sanitizer }) => void }

/** Returns the sanitised nodes of HTML; null if the browser has no sanitiser. */
export function sanitiseNatively(html: string): DocumentFragment | null {
  const box: NativeElement = document.createElement('div')
  if (!box.setHTML) return null
  box.setHTML(html, {
    sanitizer: { elements: ELEMENTS, attributes: ATTRIBUTES, replaceWithChildrenElements: UNWRAPPED },
  })
  const fragment = document.createDocumentFragment()
  fragment.append(...box.childNodes)
  return withSafeLinks(fragment)
}

/** Sanitises with DOMPurify. If it can't run, returns the text only. */
export async function sanitise(html: string): Promise<DocumentFragment> {
  const { default: DOMPurify } = await import('dompurify')
  if (!DOMPurify.isSupported) return wordsOf(html)
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ELEMENTS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Returns nodes, because Trusted Types forbid assigning text as HTML.
    RETURN_DOM_FRAGMENT: true,
  })
  return withSafeLinks(fragment)
}

/** Returns the text of HTML without its tags. */
export function wordsOf(html: string): DocumentFragment {
  const words = document.createElement('p')
  words.textContent = html.replace(/<[^>]*>/g, ' ')
  const fragment = document.createDocumentFragment()
  fragment.append(words)
  return fragment
}

function withSafeLinks(fragment: DocumentFragment): DocumentFragment {
  for (const link of fragment.querySelectorAll('a')) link.setAttribute('rel', 'noopener nofollow')
  return fragment
}
