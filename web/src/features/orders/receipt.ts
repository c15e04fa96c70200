import { store } from '../../config/store.ts'
import { formatMoney, formatPrice } from '../../domain/money.ts'
import { type ShopOrder, words } from './order.ts'

/** An order as a message to pass on: what was bought, for how much, and whom to ask. Without names and addresses. */
export function receiptText(order: ShopOrder): string {
  const items = order.lines.map(({ name, quantity, price }) =>
    price === null ? `${quantity} × ${name}` : `${quantity} × ${name}: ${formatMoney(price * quantity)}`,
  )
  return [
    `${store.name}, order #${order.id}`,
    `${order.date}, ${words(order.status)}`,
    ...items,
    ...(order.skipped > 0 ? [`and ${order.skipped} more`] : []),
    `Total: ${formatPrice(order.amount)}`,
    `Payment: ${order.method}`,
    `Questions: ${store.phones.join(', ')}`,
  ].join('\n')
}
