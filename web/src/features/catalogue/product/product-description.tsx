import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { limits } from '../../../config/limits.ts'
import { sanitise, sanitiseNatively, wordsOf } from './sanitise.ts'

/** A product's sanitised description. Shows the first 70 words, with a toggle for the rest. */
export function ProductDescription({ html }: { html: string }) {
  // Prerendered pages contain plain text, because only a browser can sanitise HTML.
  return typeof document === 'undefined' ? <PlainDescription html={html} /> : <SafeDescription html={html} />
}

function PlainDescription({ html }: { html: string }) {
  const words = html.replace(/<[^>]*>/g, ' ').trim()
  return words === '' ? null : <p className="description measure">{words}</p>
}

function SafeDescription({ html }: { html: string }) {
  const [whole, setWhole] = useState(false)
  const text = useRef<HTMLDivElement>(null)
  const nodes = useSafeNodes(html)
  const { full, short } = useMemo(() => {
    const full = nodes ?? document.createDocumentFragment()
    if (countWords(full) <= limits.descriptionWords) return { full, short: null }
    const short = full.cloneNode(true)
    truncateWords(short, limits.descriptionWords)
    return { full, short }
  }, [nodes])
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

/** Returns a description's sanitised nodes; null while the sanitiser loads. */
function useSafeNodes(html: string): DocumentFragment | null {
  const native = useMemo(() => sanitiseNatively(html), [html])
  const [loaded, setLoaded] = useState<{ html: string; nodes: DocumentFragment } | null>(null)
  useEffect(() => {
    if (native) return
    let isCurrent = true
    sanitise(html)
      .catch(() => wordsOf(html))
      .then((nodes) => isCurrent && setLoaded({ html, nodes }))
    return () => {
      isCurrent = false
    }
  }, [html, native])
  return native ?? (loaded?.html === html ? loaded.nodes : null)
}

/** Counts the words in a node's text. */
export function countWords(node: Node): number {
  return (node.textContent ?? '').split(/\s+/).filter(Boolean).length
}

/**
 * Truncates the text of a node in place after a number of words and appends "...". Cuts only text nodes, so that the
 * markup stays valid.
 */
export function truncateWords(root: Node, words: number): void {
  let left = words
  const walk = (node: Node): void => {
    for (const child of [...node.childNodes]) {
      if (left <= 0) {
        child.remove()
      } else if (child.nodeType === 3) {
        const text = child.textContent ?? ''
        const parts = text.match(/\S+\s*/g) ?? []
        if (parts.length > left) {
          const lead = /^\s*/.exec(text)?.[0] ?? ''
          child.textContent = `${lead}${parts.slice(0, left).join('').trimEnd()}...`
          left = 0
        } else left -= parts.length
      } else walk(child)
    }
  }
  walk(root)
}
