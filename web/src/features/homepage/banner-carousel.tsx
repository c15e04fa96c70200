import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { bannerImageUrl, imageSrcSet } from '../../api/image-urls.ts'
import { env } from '../../config/env.ts'
import { limits } from '../../config/limits.ts'
import { categoryPath } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { savesData, useDataSaver } from '../../platform/data-saver.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { matchesMedia } from '../../platform/media-query.ts'
import { Icon } from '../../ui/media/icon.tsx'
import placeholder from './banner-placeholder.svg'
import type { ShopBanner } from './queries.ts'
import { bannersQuery } from './queries.ts'

/** The time between requesting a banner's image and showing it, in milliseconds. */
const IMAGE_LEAD_MS = 4000

const BACKGROUNDS = ['green', 'ink', 'lake'] as const

const prefersReducedMotion = () => matchesMedia('(prefers-reduced-motion: reduce)')

/**
 * A carousel of banners that changes every 10 s. Stops when the shopper touches it, presses a key in it, focuses it or
 * clicks Pause. Without banners, the shop's tagline fills the same space, so that the content below doesn't move.
 */
export function BannerCarousel() {
  const { data: banners = [], isPending } = useQuery(bannersQuery())
  const count = banners.length
  const { current, isFirst, hasImage, playing, setPlaying, setHovered, show } = useRotation(count)
  if (count === 0) return <Tagline isPending={isPending} />
  return (
    <section
      className="carousel d-grid"
      aria-roledescription="carousel"
      aria-label="Offers"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onTouchStart={() => setPlaying(false)}
      onKeyDown={() => setPlaying(false)}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setPlaying(false)
      }}
    >
      {banners.map((banner, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern; a fieldset is for forms
        <div
          key={banner.id}
          // The first image is already visible, so it doesn't fade in.
          className={`slide d-grid slide-${BACKGROUNDS[at % BACKGROUNDS.length]} ${at !== current ? '' : isFirst ? 'slide-shown' : 'slide-shown slide-fades'}`}
          role="group"
          aria-roledescription="slide"
          aria-label={`Banner ${at + 1} of ${count}`}
          inert={at !== current}
        >
          <SlideText banner={banner} />
          {hasImage(at) ? <BannerImage banner={banner} eager={at === 0} /> : null}
        </div>
      ))}
      {count > 1 ? (
        <div className="carousel-tools justify-content-between on-dark">
          <div className="d-flex">
            {banners.map((banner, at) => (
              <button
                key={banner.id}
                type="button"
                className="carousel-dot"
                aria-label={`Banner ${at + 1} of ${count}`}
                aria-current={at === current}
                onClick={() => show(at)}
              />
            ))}
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label={playing ? 'Pause' : 'Play'}
            onClick={() => setPlaying(!playing)}
          >
            <Icon name={playing ? 'pause' : 'play'} />
          </button>
        </div>
      ) : null}
    </section>
  )
}

/** Which of `count` banners is shown, and which images are requested. */
function useRotation(count: number) {
  const [shown, setShown] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [hovered, setHovered] = useState(false)
  const [nextIsNear, setNextIsNear] = useState(false)
  const loadedImages = useRef(new Set([0]))
  const current = count === 0 ? 0 : shown % count
  // An image is requested shortly before it is shown, so that short visits load only one image.
  loadedImages.current.add(current)
  if (nextIsNear) loadedImages.current.add(count === 0 ? 0 : (current + 1) % count)

  const saves = useDataSaver()
  useEffect(() => {
    if (saves || savesData() || prefersReducedMotion()) setPlaying(false)
  }, [saves])

  useEffect(() => {
    if (!playing || hovered || count < 2) return
    const near = setTimeout(() => setNextIsNear(true), limits.bannerInterval - IMAGE_LEAD_MS)
    const timer = setInterval(() => setShown((at) => at + 1), limits.bannerInterval)
    return () => {
      clearTimeout(near)
      clearInterval(timer)
    }
  }, [playing, hovered, count])

  return {
    current,
    isFirst: shown === 0,
    hasImage: (at: number) => loadedImages.current.has(at),
    playing,
    setPlaying,
    setHovered,
    show(at: number) {
      setPlaying(false)
      setShown(at)
    },
  }
}

function Tagline({ isPending }: { isPending: boolean }) {
  return (
    <section className="carousel d-grid" aria-label={store.name} aria-busy={isPending}>
      <div className="slide slide-green slide-shown d-grid">
        <div className="slide-text d-flex justify-content-center">
          <p className="slide-title">{store.tagline}</p>
        </div>
        <div className="slide-picture slide-drawn" />
      </div>
      <div className="carousel-tools" />
    </section>
  )
}

function SlideText({ banner }: { banner: ShopBanner }) {
  const navigate = useNavigate()
  const { id, title, category_id: categoryId } = banner
  return (
    <div className="slide-text on-dark d-flex align-items-start justify-content-center gap-2">
      <p className="slide-title" id={`banner-${id}`}>
        {title}
      </p>
      <p>Click for more details!</p>
      <button
        type="button"
        className="btn btn-warning"
        aria-describedby={`banner-${id}`}
        // Without a category, the button does nothing.
        aria-disabled={categoryId === null || undefined}
        onClick={() => {
          if (categoryId !== null) navigate(categoryPath(categoryId), { state: { categoryId } })
        }}
      >
        View More
      </button>
    </div>
  )
}

function BannerImage({ banner, eager }: { banner: ShopBanner; eager: boolean }) {
  const [failed, setFailed] = useState(false)
  // The image of server-rendered markup has already been requested.
  const [isRendered] = useState(!useIsHydrated() && eager)
  // With the data saver on, banners have no image.
  if (!isRendered && savesData()) return <div className="slide-picture slide-drawn" />
  if (failed || banner.image === null) {
    return (
      <div className="slide-picture slide-drawn slide-missing">
        {/* biome-ignore lint/a11y/noRedundantAlt: the text for a product's missing image */}
        <img src={placeholder} alt="No Image" />
      </div>
    )
  }
  const url = bannerImageUrl(env.apiHost, banner.image)
  return (
    <div className="slide-picture">
      <img
        src={url}
        srcSet={imageSrcSet(env.imageWidths, url)}
        sizes={env.imageWidths === '' ? undefined : '(max-width: 767px) 100vw, 45rem'}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        {...(eager ? { fetchPriority: 'high' as const } : {})}
        onError={() => setFailed(true)}
      />
    </div>
  )
}
