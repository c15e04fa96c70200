import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { textOf, visibleHtml } from '../../../domain/html-text.ts'
import { useIsHydrated } from '../../../platform/hydration.ts'
import { type AllowedHtml, loadSanitiser, nativeSanitiser } from '../../../platform/sanitiser.ts'

const DESCRIPTION_WORDS = 70

/** A product's sanitised description. Shows the first 70 words, with a toggle for the rest. */
export function ProductDescription({ html }: { html: string }) {
  // Only a browser can sanitise HTML, so the server renders plain text.
  return useIsHydrated() ? <SafeDescription html={html} /> : <PlainDescription html={html} />
}

function PlainDescription({ html }: { html: string }) {
  const paragraphs = paragraphsOf(html)
  return paragraphs.length === 0 ? null : (
    <div className="product-description">
      {paragraphs.map((words, index) => (
        <p key={index}>{words}</p>
      ))}
    </div>
  )
}

/** Returns the text of each paragraph, as browsers show it. */
export function paragraphsOf(html: string): string[] {
  return visibleHtml(html)
    .split(/<\/(?:p|li|h\d|div)>/i)
    .map((paragraph) => textOf(paragraph).trim())
    .filter((words) => words !== '')
}

function SafeDescription({ html }: { html: string }) {
  const [isExpanded, setExpanded] = useState(false)
  const text = useRef<HTMLDivElement>(null)
  const nodes = useSafeNodes(html)
  const { full, short } = useMemo(() => {
    const full = nodes ?? document.createDocumentFragment()
    if (countWords(full) <= DESCRIPTION_WORDS) return { full, short: null }
    const short = full.cloneNode(true)
    truncateWords(short, DESCRIPTION_WORDS)
    return { full, short }
  }, [nodes])
  const shown = isExpanded || short === null ? full : short

  useLayoutEffect(() => {
    text.current?.replaceChildren(shown.cloneNode(true))
  }, [shown])

  if (!full.hasChildNodes() || (full.children.length === 0 && countWords(full) === 0)) return null
  return (
    <div className="product-description">
      <div ref={text} />
      {short === null ? null : (
        <button
          type="button"
          className="link-button strong"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Read Less' : 'Read More'}
        </button>
      )}
    </div>
  )
}

/** Returns a description's sanitised nodes; null while the sanitiser loads. */
function useSafeNodes(html: string): DocumentFragment | null {
  const native = useMemo(() => {
    const sanitised = nativeSanitiser(ALLOWED)?.(html)
    return sanitised ? withSafeLinks(sanitised) : null
  }, [html])
  const [loaded, setLoaded] = useState<{ html: string; nodes: DocumentFragment } | null>(null)
  useEffect(() => {
    if (native) return
    void loadSanitiser(ALLOWED)
      .then((sanitise) => withSafeLinks(sanitise(html)))
      .catch(() => asParagraph(html))
      .then((nodes) => setLoaded({ html, nodes }))
  }, [html, native])
  return native ?? (loaded?.html === html ? loaded.nodes : null)
}

export function countWords(node: Node): number {
  return (node.textContent ?? '').split(/\s+/).filter(Boolean).length
}

/** Truncates a node's text after a number of words. Cuts only text nodes, so that the markup stays valid. */
export function truncateWords(root: Node, words: number): void {
  let remainder = words
  const walk = (node: Node): void => {
    for (const child of [...node.childNodes]) {
      if (remainder <= 0) {
        child.remove()
      } else if (child.nodeType === 3) {
        const text = child.textContent ?? ''
        const parts = text.match(/\S+\s*/g) ?? []
        if (parts.length > remainder) {
          const lead = /^\s*/.exec(text)?.[0] ?? ''
          child.textContent = `${lead}${parts.slice(0, remainder).join('').trimEnd()}...`
          remainder = 0
        } else remainder -= parts.length
      } else walk(child)
    }
  }
  walk(root)
}

/**
 * The elements and attributes that descriptions may contain. Descriptions are HTML from the host, and a script in one
 * could read the shopper's token from storage.
 */
const ALLOWED: AllowedHtml = {
  elements:
    'p br b strong i em u s ul ol li h3 h4 h5 h6 span div table thead tbody tr th td blockquote sub sup a'.split(
      ' ',
    ),
  attributes: ['href', 'colspan', 'rowspan'],
  unwrapped:
    'section article header footer main nav aside figure figcaption h1 h2 small big font center mark dl dt dd pre code'.split(
      ' ',
    ),
}

function asParagraph(html: string): DocumentFragment {
  const words = document.createElement('p')
  words.textContent = textOf(html)
  const fragment = document.createDocumentFragment()
  fragment.append(words)
  return fragment
}

function withSafeLinks(sanitised: HTMLElement): DocumentFragment {
  for (const link of sanitised.querySelectorAll('a')) link.setAttribute('rel', 'noopener nofollow')
  const fragment = document.createDocumentFragment()
  fragment.append(...sanitised.childNodes)
  return fragment
}
