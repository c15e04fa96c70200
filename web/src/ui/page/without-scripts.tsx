import type { ReactNode } from 'react'
import { phoneUrl, whatsappUrl } from '../../config/contact-urls.ts'
import { store } from '../../config/store.ts'
import { useIsHydrated } from '../../platform/hydration.ts'

/**
 * Content for browsers that run no scripts, or are older than the supported ones. It is in server-rendered markup only,
 * and hidden unless the inline script has not started (build/documents.ts).
 */
export function WithoutScripts({ children }: { children: ReactNode }) {
  return useIsHydrated() ? null : <div className="without-scripts">{children}</div>
}

/** Two links to order from the shop: by phone, and on WhatsApp with a prepared message. */
export function OrderingContacts({ message }: { message: string }) {
  return (
    <>
      call <a href={phoneUrl(store.phones[0])}>{store.phones[0]}</a> or write on{' '}
      <a href={whatsappUrl(message, store.whatsapp)}>WhatsApp</a>
    </>
  )
}
