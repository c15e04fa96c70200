import DOMPurify from 'dompurify'
import { useMemo, useState } from 'react'
import { limits } from '../../config/limits.ts'
import { countWords, cutWords } from './description-text.ts'

// The token lies in this page's storage: nothing that a description brings may run.
const allowed = {
  ALLOWED_TAGS:
    'p br b strong i em u s ul ol li h3 h4 h5 h6 span div table thead tbody tr th td blockquote sub sup a'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'colspan', 'rowspan'],
}

/** Where the sanitiser cannot work, it would hand everything through: then the words alone are shown. */
function safe(html: string): string {
  if (DOMPurify.isSupported) return DOMPurify.sanitize(html, allowed)
  const words = document.createElement('p')
  words.textContent = html.replace(/<[^>]*>/g, ' ')
  return words.outerHTML
}

/** A product's HTML, made safe, its first 70 words with a way to the rest. */
export function ProductDescription({ html }: { html: string }) {
  const [whole, setWhole] = useState(false)
  const { full, short } = useMemo(() => {
    const full = safe(html)
    const page = document.createElement('div')
    page.innerHTML = full
    if (countWords(page) <= limits.descriptionWords) return { full, short: null }
    cutWords(page, limits.descriptionWords)
    return { full, short: page.innerHTML }
  }, [html])
  if (full.trim() === '') return null
  return (
    <div className="description measure">
      <div dangerouslySetInnerHTML={{ __html: whole || short === null ? full : short }} />
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
