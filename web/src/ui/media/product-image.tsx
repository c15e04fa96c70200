import {
  type ComponentProps,
  type MouseEvent,
  type RefObject,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isStorageFolderFirst } from '../../api/host-traits.ts'
import { imageSrcSet, productImageUrls } from '../../api/image-urls.ts'
import { env } from '../../config/env.ts'
import { shouldLimitData, useIsDataSaverOn } from '../../platform/data-saver.ts'
import { useIsHydrated } from '../../platform/hydration.ts'

const COVERS = 6
const MAIN_IMAGE = { loading: 'eager', fetchPriority: 'high' } as const
/** Phones show two cards side by side. */
const CARD_SIZES = '(max-width: 48.06em) 45vw, 16rem'

type Props = {
  /** The file name; without one, `default.png` is loaded. */
  file: string | null | undefined
  /** The product's name, used as alternative text and on the drawn cover. */
  name: string
  /** Above the fold: loads with the page. 'first' marks the page's main image, which has the highest priority. */
  eager?: boolean | 'first'
  /** Index of the background colour. Omit it for a neutral background if the category is unknown. */
  tint?: number | 'none' | undefined
  /** The `sizes` attribute, for hosts with several widths. */
  sizes?: string
  className?: string
  /** '' if the name is next to the image in the same link. */
  alt?: string
  /** Loads even if the data saver is on. */
  isRequested?: boolean
  /** Secondary content: loaded when the shopper scrolls near. */
  isSecondary?: boolean
}

/**
 * A product's image in the middle of a plate, which has the same shape everywhere and the colour of the product's
 * category. Loads the image from the product folder, then the storage folder, then shows a drawn cover. Each URL is
 * tried once. The folders are swapped on hosts that only have the second. With the data saver on, a drawn cover is
 * shown until it is tapped.
 */
export function ProductImage({
  file,
  name,
  eager = false,
  tint = 'none',
  sizes = CARD_SIZES,
  className = '',
  alt = name,
  isRequested = false,
  isSecondary = false,
}: Props) {
  const [requested, setRequested] = useState({ file, failures: 0 })
  const failures = requested.file === file ? requested.failures : 0
  const frame = useRef<HTMLSpanElement>(null)
  const isWanted = useIsWanted(frame, eager !== false, isSecondary)
  const [isTapped, setTapped] = useState(false)
  // The main image of server-rendered markup has already been requested.
  const isHydrated = useIsHydrated()
  const [isRendered] = useState(!isHydrated && eager === 'first')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is decided again once the image is wanted
  const urls = useMemo(() => {
    const specified = productImageUrls(env.apiHost, file)
    return isHydrated && !isRendered && isStorageFolderFirst() ? [...specified].reverse() : specified
  }, [file, isHydrated, isRendered, isWanted])
  const url = urls[failures]
  const isHeld = useIsDataSaverOn() && !isRendered && !isRequested && !isTapped && url !== undefined

  // The error event of a main image that failed before hydration has already fired.
  useEffect(() => {
    const image = frame.current?.querySelector('img')
    if (isRendered && image?.complete && image.naturalWidth === 0) setRequested({ file, failures: 1 })
  }, [isRendered, file])

  // The first tap only loads the image, before the surrounding link is followed. The keyboard always follows the link.
  function show(event: MouseEvent) {
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    setTapped(true)
  }
  return (
    <span
      ref={frame}
      className={`image tint-${tint} ${className}`.trim()}
      onClickCapture={isHeld ? show : undefined}
    >
      {isHeld ? (
        <DrawnCover
          name={name}
          text="Show"
          {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
        />
      ) : url === undefined ? (
        <DrawnCover name={name} text="No Image" />
      ) : (
        <img
          key={url}
          className={!isWanted ? 'image-held' : isHydrated || isRendered ? undefined : 'image-lazy'}
          src={url}
          srcSet={imageSrcSet(env.imageWidths, url)}
          {...(env.imageWidths === '' ? {} : { sizes })}
          alt={alt}
          {...(eager === 'first' ? MAIN_IMAGE : { loading: 'lazy', decoding: eager ? 'auto' : 'async' })}
          onLoad={() => learnFolder(failures)}
          onError={() => setRequested({ file, failures: failures + 1 })}
        />
      )}
    </span>
  )
}

type CoverProps = Pick<ComponentProps<'span'>, 'role' | 'aria-label' | 'aria-hidden'> & {
  name: string
  text: string
}

function DrawnCover({ name, text, ...label }: CoverProps) {
  return (
    <span className={`drawn-cover cover-${coverOf(name)}`} data-name={name} {...label}>
      <span>{text}</span>
    </span>
  )
}

let isLearning = false

/**
 * Learns where the host has its images. The code is loaded once an image was not in the first folder that was tried.
 */
function learnFolder(attempt: number): void {
  isLearning ||= attempt > 0
  if (isLearning) void import('../../api/image-folder.ts').then((module) => module.learnImageFolder(attempt))
}

function coverOf(name: string): number {
  return [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % COVERS
}

/** A phase in which only images near the viewport are loaded. */
type LoadPhase = {
  /** Distance from the viewport at which images load, as a CSS length. */
  margin: string
  /** Duration after the page has loaded, in milliseconds. */
  lastsMs: number
  /** Events that end it earlier. */
  endedBy: readonly string[]
  isOver: boolean
  /** Callbacks of the observed elements. */
  waiting: Map<Element, () => void>
  observer: IntersectionObserver | null
}

const isUnknown = typeof window === 'object' && typeof IntersectionObserver !== 'function'

const loadPhase = (options: Pick<LoadPhase, 'margin' | 'lastsMs' | 'endedBy'>): LoadPhase => ({
  ...options,
  isOver: isUnknown,
  waiting: new Map(),
  observer: null,
})

const FIRST = loadPhase({
  margin: '100px',
  lastsMs: 3000,
  endedBy: ['scroll', 'wheel', 'pointerdown', 'touchstart', 'keydown'],
})
/** For secondary images. Most visits never scroll to them. */
const SECONDARY = loadPhase({ margin: '50%', lastsMs: 10_000, endedBy: [] })

function start(phase: LoadPhase): IntersectionObserver {
  const end = () => {
    phase.isOver = true
    phase.observer?.disconnect()
    for (const type of phase.endedBy) removeEventListener(type, end, true)
    // In a transition, because rendering many images at the same time would block input.
    startTransition(() => {
      for (const show of phase.waiting.values()) show()
    })
  }
  for (const type of phase.endedBy) addEventListener(type, end, { capture: true, passive: true })
  const startTimer = () => setTimeout(end, phase.lastsMs)
  if (!shouldLimitData()) {
    if (document.readyState === 'complete') startTimer()
    else addEventListener('load', startTimer, { once: true })
  }
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) phase.waiting.get(target)?.()
    },
    { rootMargin: phase.margin },
  )
}

/**
 * Whether an image should load. `loading="lazy"` alone loads all images within 1,250 to 2,500 pixels (Chromium), which
 * is three screens of a phone, and those images compete with the visible ones. Until the first scroll, tap or key, only
 * images in view load; afterwards the browser's lazy loading decides. The others are not displayed, so browsers request
 * none. Without JavaScript, all are displayed (_images.scss).
 * @param isSecondary secondary content: loads when the shopper scrolls near or stays
 */
function useIsWanted(element: RefObject<Element | null>, eager: boolean, isSecondary: boolean): boolean {
  const phase = isSecondary ? SECONDARY : FIRST
  const [isWanted, setWanted] = useState(eager || phase.isOver)
  useEffect(() => {
    const watched = element.current
    if (isWanted || watched === null) return
    if (phase.isOver) return setWanted(true)
    phase.observer ??= start(phase)
    const stop = () => {
      phase.waiting.delete(watched)
      phase.observer?.unobserve(watched)
    }
    phase.waiting.set(watched, () => {
      stop()
      setWanted(true)
    })
    phase.observer.observe(watched)
    return stop
  }, [element, isWanted, phase])
  return isWanted
}
