import { type MouseEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { pictureSrcSet, productImageUrls } from '../../api/image-urls.ts'
import { FIRST_PICTURE } from '../../boot/handover.ts'
import { env } from '../../config/env.ts'
import { savesData } from '../../platform/data-saver.ts'
import { useDataSaver } from './use-data-saver.ts'

const COVERS = 6
/** Two cards beside each other on a phone. */
const CARD_SIZES = '(max-width: 767px) 45vw, 16rem'

type Props = {
  /** The file's name; none is `default.png`. */
  file: string | null | undefined
  /** The product's name: the picture's words, and what the drawn cover bears. */
  name: string
  /** Above the fold: fetched at once; 'first' is the one that the page is waited for. */
  eager?: boolean | 'first'
  ratio?: 'book' | 'square'
  /** How wide it is shown, as in HTML; for hosts that have several widths. */
  sizes?: string
  className?: string
  /** '' where the name is beside the picture inside the same link. */
  alt?: string
  /** Shown with the data saver on too. */
  isAsked?: boolean
  /** Beside what the page is about: fetched when the shopper comes near. */
  isAside?: boolean
}

/**
 * The product folder, then the storage folder, then a drawn cover. Each place is asked once: there is no way back.
 * With the data saver on a drawn cover stands for the picture until it is pressed.
 */
export function ProductImage({
  file,
  name,
  eager = false,
  ratio = 'book',
  sizes = CARD_SIZES,
  className = '',
  alt = name,
  isAsked = false,
  isAside = false,
}: Props) {
  const [asked, setAsked] = useState({ file, failures: 0 })
  const failures = asked.file === file ? asked.failures : 0
  const place = productImageUrls(env.apiHost, file)[failures]
  const frame = useRef<HTMLSpanElement>(null)
  const isWanted = useFirstLook(frame, eager !== false, isAside)
  const [isPressed, setPressed] = useState(false)
  const isHeld = useDataSaver() && !isAsked && !isPressed && place !== undefined

  // Before the link around it: the first press shows the picture, the next follows the link. A key always follows it.
  function show(event: MouseEvent) {
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    setPressed(true)
  }
  return (
    <span
      ref={frame}
      className={`picture picture-${ratio} ${className}`.trim()}
      onClickCapture={isHeld ? show : undefined}
    >
      {isHeld ? (
        <span
          className={`drawn-cover cover-${coverOf(name)}`}
          data-name={name}
          data-held={place}
          {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        >
          <span>Show</span>
        </span>
      ) : place === undefined ? (
        <span className={`drawn-cover cover-${coverOf(name)}`} data-name={name}>
          <span>No Image</span>
        </span>
      ) : (
        <img
          key={place}
          {...(isWanted ? { src: place, srcSet: pictureSrcSet(env.pictureWidths, place) } : {})}
          {...(env.pictureWidths === '' ? {} : { sizes })}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          {...(eager === 'first' ? FIRST_PICTURE : {})}
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

/** A time in which only pictures near the screen are fetched. */
type Look = {
  /** How far outside the screen one is fetched, as in CSS. */
  margin: string
  /** How long it lasts after the page has loaded, in milliseconds. */
  lastsMs: number
  /** What the shopper does that ends it sooner. */
  endedBy: readonly string[]
  isOver: boolean
  /** What each element that is watched does when it is to be fetched. */
  waiting: Map<Element, () => void>
  observer: IntersectionObserver | null
}

const isUnknown = typeof IntersectionObserver !== 'function'

const FIRST: Look = {
  margin: '100px',
  lastsMs: 3000,
  endedBy: ['scroll', 'wheel', 'pointerdown', 'touchstart', 'keydown'],
  isOver: isUnknown,
  waiting: new Map(),
  observer: null,
}
/** Of pictures beside what the page is about: most visits end above them. */
const ASIDE: Look = {
  margin: '50%',
  lastsMs: 10_000,
  endedBy: [],
  isOver: isUnknown,
  waiting: new Map(),
  observer: null,
}

function start(look: Look): IntersectionObserver {
  const end = () => {
    look.isOver = true
    look.observer?.disconnect()
    for (const type of look.endedBy) removeEventListener(type, end, true)
    // Many pictures at once: drawn between two inputs, not in their way.
    startTransition(() => {
      for (const show of look.waiting.values()) show()
    })
  }
  for (const type of look.endedBy) addEventListener(type, end, { capture: true, passive: true })
  const startTimer = () => setTimeout(end, look.lastsMs)
  if (!savesData()) {
    if (document.readyState === 'complete') startTimer()
    else addEventListener('load', startTimer, { once: true })
  }
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) look.waiting.get(target)?.()
    },
    { rootMargin: look.margin },
  )
}

/**
 * Whether a picture is to be fetched. `loading="lazy"` alone fetches all within 1,250 to 2,500 pixels (Chromium), three
 * screens of a phone, which share the line with what the shopper is looking at. So until the first scroll, press or key
 * only pictures in view are fetched; afterwards the browser's own lazy loading decides.
 * @param isAside beside what the page is about: fetched when the shopper comes near, or stays
 */
function useFirstLook(element: RefObject<Element | null>, eager: boolean, isAside: boolean): boolean {
  const look = isAside ? ASIDE : FIRST
  const [isWanted, setWanted] = useState(eager || look.isOver)
  useEffect(() => {
    const watched = element.current
    if (isWanted || watched === null) return
    if (look.isOver) return setWanted(true)
    look.observer ??= start(look)
    const stop = () => {
      look.waiting.delete(watched)
      look.observer?.unobserve(watched)
    }
    look.waiting.set(watched, () => {
      stop()
      setWanted(true)
    })
    look.observer.observe(watched)
    return stop
  }, [element, isWanted, look])
  return isWanted
}
