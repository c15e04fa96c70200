const FOCUSABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]'

/** The parts of the page that the focus doesn't leave if they have nothing else to focus. */
const PARTS = 'main, header, footer, [role="dialog"]'

/** The position of a control: in `parent`, after `previous` or, if that is null, at the start. */
type Gap = { parent: Element; previous: Node | null }

/**
 * Moves the focus to the nearest control when the focused one is removed, hidden or disabled. Browsers would move it to
 * `body`, so that screen readers and the Tab key start over at the top of the page.
 * @param focused the control that had the focus when this code was requested
 * @returns a function that stops it
 */
export function keepFocus(focused: Element | null): () => void {
  const stop = new AbortController()
  const listen = <K extends 'focusin' | 'focusout'>(type: K, act: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, act, { signal: stop.signal })

  listen('focusin', ({ target }) => {
    focused = target as Element
  })
  listen('focusout', ({ target }) =>
    // The shopper left a control that is still there, for example by a click next to it.
    queueMicrotask(() => {
      if (target === focused && focused !== null && canFocus(focused)) focused = null
    }),
  )

  const check = (changes: readonly MutationRecord[]) => {
    const active = document.activeElement
    if (focused === null || (active !== null && active !== document.body && active !== focused)) return
    if (canFocus(focused)) return
    const gap = gapOf(focused, changes)
    focused = null
    const control = findNearestControl(gap)
    const isNext =
      control !== null && isAfter(control, gap.parent.contains(control) ? gap.previous : gap.parent)
    // Does not scroll away from the gap, which is filled again if a read is repeated.
    control?.focus({ preventScroll: !isNext })
  }
  const observer = new MutationObserver(check)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'class'],
  })
  check([])
  return () => {
    stop.abort()
    observer.disconnect()
  }
}

/** Returns the gap that a control, or what contained it, has left in what has remained after the changes. */
function gapOf(control: Element, changes: readonly MutationRecord[]): Gap {
  let lost: Node = control
  let gap: Gap = {
    parent:
      (control.isConnected && control.parentElement) || (document.querySelector('main') ?? document.body),
    previous: control.isConnected ? control : null,
  }
  for (const { removedNodes, target, previousSibling } of changes)
    if ([...removedNodes].some((removed) => removed.contains(lost))) {
      lost = target
      gap = { parent: target as Element, previous: previousSibling }
    }
  return gap
}

/** Returns the first control after a gap, or else the last before it, in the smallest part that has one. */
function findNearestControl({ parent, previous }: Gap): HTMLElement | null {
  for (let part: Element | null = parent; part !== null; part = part.parentElement) {
    // Overlays and toasts are rendered at the end of the page, so the next control there is unrelated.
    if (part === document.body || part.matches('.Toastify')) break
    const controls = [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      // A toast is not a place to continue, because it disappears.
      (control) => control.tabIndex >= 0 && canFocus(control) && !control.closest('.Toastify'),
    )
    const next = controls.find((control) => isAfter(control, part === parent ? previous : parent))
    const control = next ?? controls.at(-1)
    if (control) return control
    if (part.matches(PARTS)) return part.querySelector<HTMLElement>('h1') ?? (part as HTMLElement)
  }
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
}

function isAfter(control: Node, previous: Node | null): boolean {
  if (!previous?.isConnected) return true
  const position = previous.compareDocumentPosition(control)
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !previous.contains(control)
}

function canFocus(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    (element.checkVisibility?.({ visibilityProperty: true }) ?? true)
  )
}
