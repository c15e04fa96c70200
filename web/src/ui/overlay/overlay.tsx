import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import Modal from 'react-bootstrap/Modal'
import Offcanvas from 'react-bootstrap/Offcanvas'
import { IconButton } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'
import './overlay.scss'

export type OverlayProps = { title: string; open: boolean; onClose: () => void; children?: ReactNode }
export type DialogProps = OverlayProps & { footer?: ReactNode; size?: 'lg' }
type DrawerProps = OverlayProps & {
  /** The side of the screen. At the end, the drawer is a card below the header on wide screens. */
  placement: 'start' | 'end'
  tools?: ReactNode
}

export function DialogModal({ title, open, onClose, footer, children, size }: DialogProps) {
  const { titleId, ...props } = useOverlay(open, onClose)
  return (
    // trap: Back during the opening transition would leave the dialog open, because its transitionend is lost.
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

/**
 * Back closes the overlay, and the focus returns to the opener when it starts to close, unless it has moved already. The
 * library returns it only after its transition, so keys typed in the meantime would be lost.
 */
function useOverlay(open: boolean, onClose: () => void) {
  const titleId = useId()
  useBackCloses(open, onClose)
  const opener = useRef<Element | null>(null)
  // Before the library moves the focus in an effect.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  useEffect(() => {
    if (!open) return
    return () => {
      const focused = document.activeElement
      if (focused !== document.body && !focused?.closest('[role="dialog"]')) return
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [open])
  return {
    titleId,
    show: open,
    onHide: onClose,
    'aria-labelledby': titleId,
    enforceFocus: open,
    restoreFocus: false,
  }
}
