import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { bannerImageUrl, imageSrcSet } from '../../api/image-urls.ts'
import { env } from '../../config/env.ts'
import { categoryPath } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { shouldLimitData, useIsDataSaverOn } from '../../platform/data-saver.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { matchesMedia } from '../../platform/media-query.ts'
import { IconButton } from '../../ui/media/icon.tsx'
import placeholder from './banner-placeholder.svg'
import { bannersQuery, type ShopBanner } from './queries.ts'

const BANNER_INTERVAL_MS = 10_000

/** The time between requesting a banner's image and showing it, in milliseconds. */
const IMAGE_LEAD_MS = 4000

const BACKGROUNDS = ['green', 'ink', 'lake'] as const

const prefersReducedMotion = () => matchesMedia('(prefers-reduced-motion: reduce)')

/**
 * A carousel of banners that changes every 10 s. Stops when the shopper touches it, presses a key in it, focuses it or
 * clicks Pause. Without banners, what the shop sells fills the same space, so that the content below doesn't move.
 */
export function BannerCarousel() {
  const { data: banners = [], isPending } = useQuery(bannersQuery())
  const { current, hasChanged, images, isPlaying, setPlaying, setHovered, show } = useRotation(banners.length)
  if (banners.length === 0) return <NoBanner isPending={isPending} />
  return (
    <section
      className="carousel d-grid"
      aria-roledescription="carousel"
      aria-label="Offers"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onTouchStart={({ target }) => {
        // The click that follows a tap on Pause would play again.
        if (!(target as Element).closest('.carousel-tools')) setPlaying(false)
      }}
      onKeyDown={() => setPlaying(false)}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setPlaying(false)
      }}
    >
      {banners.map((banner, index) => (
        <Slide
          key={banner.id}
          banner={banner}
          label={`Banner ${index + 1} of ${banners.length}`}
          backgroundClass={`slide-${BACKGROUNDS[index % BACKGROUNDS.length]}`}
          // The first image is already visible, so it doesn't fade in.
          state={index !== current ? 'hidden' : hasChanged ? 'fading' : 'shown'}
          image={images.has(index) ? <BannerImage banner={banner} eager={index === 0} /> : null}
        />
      ))}
      {banners.length > 1 ? (
        <div className="carousel-tools justify-content-between on-dark">
          <div className="d-flex">
            {banners.map((banner, index) => (
              <button
                key={banner.id}
                type="button"
                className="carousel-dot"
                aria-label={`Banner ${index + 1} of ${banners.length}`}
                aria-current={index === current}
                onClick={() => show(index)}
              />
            ))}
          </div>
          <IconButton
            icon={isPlaying ? 'pause' : 'play'}
            label={isPlaying ? 'Pause' : 'Play'}
            onClick={() => setPlaying(!isPlaying)}
          />
        </div>
      ) : null}
    </section>
  )
}

/** Returns the shown banner, which changes while the carousel plays, and the banners whose images are loaded. */
function useRotation(count: number) {
  const [shown, setShown] = useState(0)
  const [isPlaying, setPlaying] = useState(true)
  const [isHovered, setHovered] = useState(false)
  const [isNextNear, setNextNear] = useState(false)
  const images = useRef(new Set([0]))
  const current = count === 0 ? 0 : shown % count
  // The second image is requested shortly before it is shown, so that short visits load only one, and each later image
  // when the one before it is shown.
  images.current.add(current)
  if (isNextNear) images.current.add(count === 0 ? 0 : (current + 1) % count)

  const isSavingData = useIsDataSaverOn()
  useEffect(() => {
    if (isSavingData || shouldLimitData() || prefersReducedMotion()) setPlaying(false)
  }, [isSavingData])

  useEffect(() => {
    if (!isPlaying || isHovered || count < 2) return
    const near = setTimeout(() => setNextNear(true), BANNER_INTERVAL_MS - IMAGE_LEAD_MS)
    const timer = setInterval(() => setShown((index) => index + 1), BANNER_INTERVAL_MS)
    return () => {
      clearTimeout(near)
      clearInterval(timer)
    }
  }, [isPlaying, isHovered, count])

  const show = (index: number) => {
    setPlaying(false)
    setShown(index)
  }
  return { current, hasChanged: shown !== 0, images: images.current, isPlaying, setPlaying, setHovered, show }
}

function NoBanner({ isPending }: { isPending: boolean }) {
  return (
    <section className="carousel d-grid" aria-label={store.name} aria-busy={isPending}>
      <div className="slide slide-green slide-shown d-grid">
        <div className="slide-text d-flex">
          <p className="slide-title is-long">{store.description}</p>
        </div>
        <div className="slide-image slide-drawn" />
      </div>
    </section>
  )
}

type SlideProps = {
  banner: ShopBanner
  label: string
  backgroundClass: string
  state: keyof typeof SLIDE_CLASSES
  image: ReactNode
}

const SLIDE_CLASSES = { hidden: '', shown: 'slide-shown', fading: 'slide-shown slide-fades' } as const

function Slide({ banner, label, backgroundClass, state, image }: SlideProps) {
  const navigate = useNavigate()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern; a fieldset is for forms
    <div
      className={`slide d-grid ${backgroundClass} ${SLIDE_CLASSES[state]}`}
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      inert={state === 'hidden'}
    >
      <div className="slide-text on-dark d-flex gap-2">
        <p className="slide-title" id={`banner-${banner.id}`}>
          {banner.title}
        </p>
        <p>Click for more details!</p>
        <button
          type="button"
          className="btn btn-warning"
          aria-describedby={`banner-${banner.id}`}
          // Without a category, the button does nothing.
          aria-disabled={banner.category_id === null || undefined}
          onClick={() => {
            if (banner.category_id === null) return
            navigate(categoryPath(banner.category_id), { state: { categoryId: banner.category_id } })
          }}
        >
          View More
        </button>
      </div>
      {image}
    </div>
  )
}

function BannerImage({ banner, eager }: { banner: ShopBanner; eager: boolean }) {
  const [hasFailed, setFailed] = useState(false)
  // The image of server-rendered markup has already been requested.
  const [isRendered] = useState(!useIsHydrated() && eager)
  // With the data saver on, banners have no image.
  if (!isRendered && shouldLimitData()) return <div className="slide-image slide-drawn" />
  if (hasFailed || banner.image === null) {
    return (
      <div className="slide-image slide-drawn slide-missing">
        {/* biome-ignore lint/a11y/noRedundantAlt: the text for a product's missing image */}
        <img src={placeholder} alt="No Image" />
      </div>
    )
  }
  const url = bannerImageUrl(env.apiHost, banner.image)
  return (
    <div className="slide-image">
      <img
        src={url}
        srcSet={imageSrcSet(env.imageWidths, url)}
        sizes={env.imageWidths === '' ? undefined : '(max-width: 48.06em) 100vw, 45rem'}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        {...(eager ? { fetchPriority: 'high' as const } : {})}
        onError={() => setFailed(true)}
        ref={(image) => {
          // The error event of an image that failed before hydration has already fired.
          if (isRendered && image?.complete && image.naturalWidth === 0) setFailed(true)
        }}
      />
    </div>
  )
}
