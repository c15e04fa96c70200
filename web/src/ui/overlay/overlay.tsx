import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import Modal from 'react-bootstrap/Modal'
import Offcanvas from 'react-bootstrap/Offcanvas'
import { IconButton } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'
import './overlay.scss'

type OverlayProps = { title: string; open: boolean; onClose: () => void; children?: ReactNode }
export type DialogProps = OverlayProps & { footer?: ReactNode; size?: 'lg' }
type DrawerProps = OverlayProps & {
  /** The side of the screen. At the end, the drawer is a card below the header on wide screens. */
  placement: 'start' | 'end'
  tools?: ReactNode
}

export function DialogModal({ title, open, onClose, footer, children, size }: DialogProps) {
  const { titleId, ...props } = useOverlay(open, onClose)
  return (
    // Trap: Back during the opening transition would leave the dialog open, because its transitionend is lost.
    <Modal {...props} {...(size ? { size } : {})} animation={false} centered scrollable>
      <OverlayHead id={titleId} title={title} onClose={onClose} />
      <div className="modal-body">{children}</div>
      {footer ? <div className="modal-footer">{footer}</div> : null}
    </Modal>
  )
}

export function Drawer({ title, open, onClose, placement, tools, children }: DrawerProps) {
  const { titleId, ...props } = useOverlay(open, onClose)
  return (
    <Offcanvas {...props} placement={placement}>
      <OverlayHead id={titleId} title={title} onClose={onClose} tools={tools} />
      {children}
    </Offcanvas>
  )
}

type HeadProps = Pick<OverlayProps, 'title' | 'onClose'> & { id: string; tools?: ReactNode }

function OverlayHead({ id, title, onClose, tools }: HeadProps) {
  return (
    <div className="overlay-head d-flex align-items-center">
      <h2 id={id} className="h3">
        {title}
      </h2>
      {tools}
      <IconButton icon="close" label={`Close ${title}`} onClick={onClose} />
    </div>
  )
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** The control that opened an overlay, and its ancestors, the closest first. */
type Opener = { control: Element; parts: Element[] }

function openerOf(control: Element | null): Opener | null {
  if (control === null || control === document.body) return null
  const parts: Element[] = []
  for (let part = control.parentElement; part && part !== document.body; part = part.parentElement)
    parts.push(part)
  return { control, parts }
}

const canFocus = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(':disabled')

/**
 * Focuses the opener. If it is gone, focuses the chosen or else the first control of the smallest part that remains.
 */
function focusOpener({ control, parts }: Opener): void {
  if (canFocus(control)) {
    control.focus()
    return
  }
  for (const part of parts) {
    if (!part.isConnected) continue
    const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (each) => each.tabIndex >= 0 && canFocus(each),
    )
    const next = controls.find((each) => each.matches(':checked')) ?? controls[0]
    if (next) {
      next.focus()
      return
    }
  }
  document.querySelector<HTMLElement>('main h1')?.focus()
}

/** Keeps Tab in the topmost overlay. The library moves the focus back only after it has left. */
function keepTab(event: KeyboardEvent): void {
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
  if (event.key !== 'Tab' || !dialog) return
  const controls = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each) => each.tabIndex >= 0 && canFocus(each) && each.getClientRects().length > 0,
  )
  const [first, last] = [controls[0], controls.at(-1)]
  if (document.activeElement !== (event.shiftKey ? first : last)) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

/**
 * Closes the overlay on Back, and returns the focus to the opener when it starts to close, unless it has moved already.
 * The library returns it only after its transition, so keys typed in the meantime would be lost.
 */
function useOverlay(open: boolean, onClose: () => void) {
  const titleId = useId()
  useBackCloses(open, onClose)
  const opener = useRef<Opener | null>(null)
  // In a layout effect: before the library moves the focus, and before keep-focus.ts notices that the control is gone.
  useLayoutEffect(() => {
    const restore = () => {
      const last = opener.current
      opener.current = null
      const focused = document.activeElement
      const isLost = focused === document.body || focused?.closest('[role="dialog"]')
      if (last && isLost) focusOpener(last)
    }
    if (!open) {
      restore()
      return
    }
    opener.current = openerOf(document.activeElement)
    document.addEventListener('keydown', keepTab)
    return () => document.removeEventListener('keydown', keepTab)
  }, [open])
  // An overlay that is removed while it is open.
  useEffect(
    () => () => {
      if (opener.current && document.activeElement === document.body) focusOpener(opener.current)
    },
    [],
  )
  return {
    titleId,
    show: open,
    onHide: onClose,
    'aria-labelledby': titleId,
    enforceFocus: open,
    restoreFocus: false,
  }
}
