import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHoverIntent } from '../../features/catalogue/category/use-hover-intent.ts'
import { useLocation } from '../../platform/location.ts'
import { LoadFailure, lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { MenuLinkList } from './header-links.tsx'

const CategoryLevels = lazyComponent(
  () =>
    import('../../features/catalogue/category/category-levels.tsx').then((module) => module.CategoryLevels),
  {
    waiting: (
      <p>
        <Spinner />
      </p>
    ),
    failed: (again) => (
      <div>
        <LoadFailure onRetry={again} />
      </div>
    ),
  },
)

/** Delay before a menu opened by hovering closes, in milliseconds. */
const LEAVE_DELAY_MS = 300

/** The row below the header on wide screens: CATEGORIES with its three levels, and links. */
export function CategoryMenu() {
  const { key } = useLocation()
  // Closes on navigation. If opened by hovering, it also closes when the mouse leaves.
  const [shown, setShown] = useState<{ at: string; isPinned: boolean } | null>(null)
  const isOpen = shown?.at === key
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { schedule, cancel } = useHoverIntent()

  useDismiss(isOpen, root, button, () => setShown(null))

  return (
    <nav className="menu-bar shell" aria-label="Categories and pages">
      <div
        ref={root}
        className="menu-drop"
        onPointerEnter={(event) => {
          void CategoryLevels.preload()
          schedule(event, () =>
            setShown((before) => (before?.at === key ? before : { at: key, isPinned: false })),
          )
        }}
        onPointerLeave={(event) =>
          schedule(event, () => setShown((before) => (before?.isPinned ? before : null)), LEAVE_DELAY_MS)
        }
      >
        <button
          ref={button}
          type="button"
          className="menu-toggle on-dark"
          aria-expanded={isOpen}
          aria-controls="category-flyout"
          onFocus={() => void CategoryLevels.preload()}
          onClick={() => {
            cancel()
            setShown(isOpen && shown.isPinned ? null : { at: key, isPinned: true })
          }}
        >
          <Icon name="menu" />
          CATEGORIES
          <Icon name="chevron-down" />
        </button>
        <div id="category-flyout" className="menu-flyout" hidden={!isOpen}>
          {isOpen ? <CategoryLevels opens="right" /> : null}
        </div>
      </div>
      <MenuLinkList />
    </nav>
  )
}

/** Closes an element on a click outside, when the focus leaves, and on Esc, which returns the focus to `opener`. */
function useDismiss(
  open: boolean,
  root: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const box = root.current
    if (!open || !box) return
    const closeFrom = (target: EventTarget | null) => {
      if (target instanceof Node && !box.contains(target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      opener.current?.focus()
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', ({ target }) => closeFrom(target), { signal })
    document.addEventListener('keydown', onKey, { signal })
    // Trap: removing the focused row moves the focus to `body`; this is not a blur.
    box.addEventListener('focusout', ({ relatedTarget }) => closeFrom(relatedTarget), { signal })
    return () => listening.abort()
  }, [open, root, opener])
}
