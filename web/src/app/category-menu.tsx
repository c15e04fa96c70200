import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../ui/icon.tsx'
import { lazyWithRetry, warm } from '../ui/lazy-with-retry.tsx'
import { useDismiss } from '../ui/use-dismiss.ts'
import { useHoverIntent } from '../ui/use-hover-intent.ts'
import { MenuLinkList } from './menu-link-list.tsx'

const load = () =>
  import('../features/catalogue/category-flyout.tsx').then(({ CategoryFlyout }) => CategoryFlyout)
const CategoryFlyout = lazyWithRetry(load, { waiting: null })

/** Milliseconds a mouse may stray from what it opened by resting. */
const GRACE = 300

/** The row under the header on wide screens: CATEGORIES, which opens the three levels, and the links. */
export function CategoryMenu() {
  const { key } = useLocation()
  // Another page closes it. What a resting mouse opened goes with the mouse; what was pressed open stays.
  const [shown, setShown] = useState<{ at: string; pressed: boolean } | null>(null)
  const open = shown?.at === key
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { rest, stop } = useHoverIntent()

  useDismiss(open, root, button, () => setShown(null))

  return (
    <nav className="category-menu shell" aria-label="Categories and pages">
      <div
        ref={root}
        className="category-drop"
        onPointerEnter={(event) => {
          warm(load)
          rest(event, () => setShown((before) => (before?.at === key ? before : { at: key, pressed: false })))
        }}
        onPointerLeave={(event) =>
          rest(event, () => setShown((before) => (before?.pressed ? before : null)), GRACE)
        }
      >
        <button
          ref={button}
          type="button"
          className="category-toggle on-dark"
          aria-expanded={open}
          aria-controls="category-flyout"
          onFocus={() => warm(load)}
          onClick={() => {
            stop()
            setShown(open && shown.pressed ? null : { at: key, pressed: true })
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
