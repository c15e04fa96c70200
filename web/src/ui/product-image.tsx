import { useState } from 'react'
import { env } from '../config/env.ts'
import { productImageUrls } from '../lib/picture-urls.ts'

const COVERS = 6

type Props = {
  /** The file's name; none is `default.png`. */
  file: string | null | undefined
  /** The product's name: the picture's words, and what the drawn cover bears. */
  name: string
  /** Above the fold: fetched at once; 'first' is the one that the page is waited for. */
  eager?: boolean | 'first'
  ratio?: 'book' | 'square'
  className?: string
  /** '' where the name is beside the picture inside the same link. */
  alt?: string
}

/** The product folder, then the storage folder, then a drawn cover. Each place is asked once: there is no way back. */
export function ProductImage({
  file,
  name,
  eager = false,
  ratio = 'book',
  className = '',
  alt = name,
}: Props) {
  const [asked, setAsked] = useState({ file, failures: 0 })
  const failures = asked.file === file ? asked.failures : 0
  const place = productImageUrls(env.apiHost, file)[failures]
  return (
    <span className={`picture picture-${ratio} ${className}`.trim()}>
      {place === undefined ? (
        <span className={`drawn-cover cover-${coverOf(name)}`} data-name={name}>
          <span>No Image</span>
        </span>
      ) : (
        <img
          key={place}
          src={place}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          {...(eager === 'first' ? { fetchPriority: 'high' } : {})}
          decoding={eager ? 'auto' : 'async'}
          onError={() => setAsked({ file, failures: failures + 1 })}
        />
      )}
    </span>
  )
}

/** FNV-1a, so that a name always gets the same ground. */
function coverOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash % COVERS
}
