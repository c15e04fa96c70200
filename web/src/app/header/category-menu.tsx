import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyPart, PartFailure } from '../../ui/loading/lazy-part.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { useDismiss } from '../../ui/overlay/use-dismiss.ts'
import { useHoverIntent } from '../../ui/overlay/use-hover-intent.ts'
import { MenuLinkList } from './header-links.tsx'

const CategoryFlyout = lazyPart(
  () =>
    import('../../features/catalogue/category/category-flyout.tsx').then(
      ({ CategoryFlyout }) => CategoryFlyout,
    ),
  {
    waiting: (
      <div className="flyout-late">
        <Spinner />
      </div>
    ),
    failed: (again) => (
      <div className="flyout-late">
        <PartFailure onRetry={again} />
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
  const open = shown?.at === key
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { schedule, cancel } = useHoverIntent()

  useDismiss(open, root, button, () => setShown(null))

  return (
    <nav className="category-menu shell" aria-label="Categories and pages">
      <div
        ref={root}
        className="category-drop"
        onPointerEnter={(event) => {
          void CategoryFlyout.preload()
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
          className="category-toggle on-dark"
          aria-expanded={open}
          aria-controls="category-flyout"
          onFocus={() => void CategoryFlyout.preload()}
          onClick={() => {
            cancel()
            setShown(open && shown.isPinned ? null : { at: key, isPinned: true })
          }}
        >
          <Icon name="menu" />
          CATEGORIES
          <Icon name="chevron-down" />
        </button>
        <div id="category-flyout" hidden={!open}>
          {open ? <CategoryFlyout /> : null}
        </div>
      </div>
      <MenuLinkList />
    </nav>
  )
}
