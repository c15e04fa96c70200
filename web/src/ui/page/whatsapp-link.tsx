import type { ReactNode } from 'react'
import { whatsappUrl } from '../../config/paths.ts'
import { Icon } from '../media/icon.tsx'

type Props = {
  message: string
  /** If omitted, the shopper chooses the recipient. */
  number?: string
  children: ReactNode
}

export function WhatsAppLink({ message, number, children }: Props) {
  return (
    <a
      className="btn btn-outline-secondary"
      href={whatsappUrl(message, number)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="chat" />
      {children}
    </a>
  )
}
