/**
 * The elements that descriptions may contain. Descriptions are HTML from the host, and a script in one could read the
 * shopper's token from storage. Browsers without a sanitiser load DOMPurify (11 KB) on demand.
 */
const ELEMENTS =
  'p br b strong i em u s ul ol li h3 h4 h5 h6 span div table thead tbody tr th td blockquote sub sup a'.split(
    ' ',
  )
const ATTRIBUTES = ['href', 'colspan', 'rowspan']
/** Elements that are replaced with their content. DOMPurify does this for all unknown elements. */
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

/** Sanitises HTML with DOMPurify. Returns plain text if the browser doesn't support DOMPurify. */
export async function sanitise(html: string): Promise<DocumentFragment> {
  const { default: DOMPurify } = await import('dompurify')
  if (!DOMPurify.isSupported) return wordsOf(html)
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ELEMENTS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Trusted Types forbid assigning text as HTML, so nodes are returned.
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
