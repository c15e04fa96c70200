import DOMPurify from 'dompurify'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { limits } from '../../config/limits.ts'
import { countWords, cutWords } from './description-text.ts'

// The token lies in this page's storage: nothing that a description brings may run.
const allowed = {
  ALLOWED_TAGS:
    'p br b strong i em u s ul ol li h3 h4 h5 h6 span div table thead tbody tr th td blockquote sub sup a'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'colspan', 'rowspan'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Nodes, not text: a page that requires trusted types takes no text for HTML.
  RETURN_DOM_FRAGMENT: true as const,
}

/** Where the sanitiser cannot work, it would hand everything through: then the words alone are shown. */
function safe(html: string): DocumentFragment {
  if (!DOMPurify.isSupported) {
    const words = document.createElement('p')
    words.textContent = html.replace(/<[^>]*>/g, ' ')
    const fragment = document.createDocumentFragment()
    fragment.append(words)
    return fragment
  }
  const fragment = DOMPurify.sanitize(html, allowed)
  for (const link of fragment.querySelectorAll('a')) link.setAttribute('rel', 'noopener nofollow')
  return fragment
}

/** A product's HTML, made safe, its first 70 words with a way to the rest. */
export function ProductDescription({ html }: { html: string }) {
  const [whole, setWhole] = useState(false)
  const text = useRef<HTMLDivElement>(null)
  const { full, short } = useMemo(() => {
    const full = safe(html)
    if (countWords(full) <= limits.descriptionWords) return { full, short: null }
    const short = full.cloneNode(true)
    cutWords(short, limits.descriptionWords)
    return { full, short }
  }, [html])
  const shown = whole || short === null ? full : short

  useLayoutEffect(() => {
    text.current?.replaceChildren(shown.cloneNode(true))
  }, [shown])

  if (!full.hasChildNodes() || (full.children.length === 0 && countWords(full) === 0)) return null
  return (
    <div className="description measure">
      <div ref={text} />
      {short === null ? null : (
        <button
          type="button"
          className="link-button strong"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Read Less' : 'Read More'}
        </button>
      )}
    </div>
  )
}
