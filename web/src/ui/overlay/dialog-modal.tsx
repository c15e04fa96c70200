import { type ReactNode, useId } from 'react'
import Modal from 'react-bootstrap/Modal'
import { Icon } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'
import { useReturnFocus } from './use-return-focus.ts'
import './dialog-modal.scss'

export type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  footer?: ReactNode
  children?: ReactNode
  size?: 'lg'
}

/** The dialog, in a separate chunk. */
export function DialogModal({ title, open, onClose, footer, children, size }: DialogProps) {
  const id = useId()
  useBackCloses(open, onClose)
  const focusRules = useReturnFocus(open)
  return (
    <Modal
      show={open}
      // trap: the modal unmounts on `transitionend`, which does not fire if Back closes it while it is still opening.
      animation={false}
      onHide={onClose}
      aria-labelledby={id}
      centered
      scrollable
      {...focusRules}
      {...(size ? { size } : {})}
    >
      <div className="modal-header">
        <h2 id={id} className="modal-title">
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="modal-body">{children}</div>
      {footer ? <div className="modal-footer">{footer}</div> : null}
    </Modal>
  )
}
