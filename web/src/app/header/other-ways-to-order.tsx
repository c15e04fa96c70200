import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { type CartItem, totalPrice } from '../../domain/cart-item.ts'
import { formatSelections } from '../../domain/line-selections.ts'
import { formatSum } from '../../domain/money.ts'
import { encodeList, listUrl, toSchoolList } from '../../features/school-list/list-link.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { WhatsAppLink } from '../../ui/page/link.tsx'

/** Returns a message that orders a cart's contents from the shop, with the lines, the total and a link. */
function orderMessage(items: readonly CartItem[], url: string): string {
  const lines = items.map((item) => {
    const chosen = formatSelections(item)
    return `${item.quantity} × ${item.name}${chosen === '' ? '' : ` (${chosen})`}`
  })
  return [
    `Hello ${store.name}, I'd like to order:`,
    ...lines,
    `Sum: ${formatSum(totalPrice(items))}`,
    url,
  ].join('\n')
}

/** Links from the cart to WhatsApp, and to a school list that can be printed as a quotation. */
export function OtherWaysToOrder({ items, onLeave }: { items: readonly CartItem[]; onLeave: () => void }) {
  const navigate = useNavigate()
  const [fragment, setFragment] = useState('')
  useEffect(() => {
    let isCurrent = true
    void encodeList(toSchoolList(items)).then(
      (encoded) => {
        if (isCurrent) setFragment(encoded)
      },
      // The actions stay hidden if the browser can't compress the list.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [items])
  if (fragment === '') return null
  const go = (state: { isNew: true } | { asQuotation: true }) => {
    onLeave()
    navigate(`${paths.schoolList}#${fragment}`, { state })
  }
  return (
    <details className="cart-actions">
      <summary>
        Other ways to order <Icon name="chevron-down" />
      </summary>
      <WhatsAppLink
        message={orderMessage(items, listUrl(window.location.origin, fragment))}
        number={store.whatsapp}
      >
        Order on WhatsApp
      </WhatsAppLink>
      <div className="d-flex justify-content-between">
        <button type="button" className="link-button" onClick={() => go({ isNew: true })}>
          School list
        </button>
        <button type="button" className="link-button" onClick={() => go({ asQuotation: true })}>
          Quotation
        </button>
      </div>
    </details>
  )
}
