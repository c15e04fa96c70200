import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deliveryTime } from '../../config/store.ts'
import { type CartItem, countItems, totalPrice } from '../../domain/cart-item.ts'
import {
  type DeliveryMode,
  deliveryFeeOf,
  explainFee,
  formatFee,
  homeDeliveryFeeOf,
  isFlatFee,
} from '../../domain/delivery-fee.ts'
import { distanceFromShop } from '../../domain/distance.ts'
import { explainRefusal, hostConfigQuery } from '../../domain/host-config.ts'
import { formatMoney, formatSum, orderTotal } from '../../domain/money.ts'
import { offersOf } from '../../domain/offer.ts'
import { hasMissingChoice, LineOptions } from '../../features/cart/line-options.tsx'
import { useCurrentProducts } from '../../features/catalogue/use-current-products.ts'
import { Amount, PayBar } from '../../features/checkout/order-summary.tsx'
import type { AddressBook } from '../../features/delivery/use-address-book.ts'
import { useAnnouncement } from '../../ui/feedback/announcer.ts'
import { Icon } from '../../ui/media/icon.tsx'

type Chosen = { mode: DeliveryMode; book: Pick<AddressBook, 'selected' | 'isEmptied'> }

export function useDeliveryPrice(items: readonly CartItem[], { mode, book }: Chosen) {
  const { data: config, error, isSuccess, isFetching, refetch } = useQuery(hostConfigQuery())
  useEffect(() => {
    if (error) console.info(`The delivery rate did not load: ${error.message}`)
  }, [error])
  const rate = config?.rate ?? null
  const subtotal = totalPrice(items)
  const distance = book.selected?.point ? distanceFromShop(book.selected.point) : null
  // The fee is 0 after the last address is deleted (docs/literal.md).
  const isEmptied = mode === 'home' && book.isEmptied
  const fee = isEmptied ? 0 : deliveryFeeOf({ mode, distance, rate })
  return {
    subtotal,
    distance,
    rate,
    /** The price of a home delivery in words; '' if it is unknown. */
    home: homePrice(distance, rate),
    /** In shillings; null if unknown. */
    fee,
    /** Whether the total that is shown does not include the delivery fee yet. */
    isFeeOpen: isEmptied || fee === null,
    /** Whether the fee of the selected address is unknown. Shoppers must see the fee before they pay. */
    isUnknown: mode === 'home' && book.selected !== null && fee === null,
    hasRateFailed: error !== null || (isSuccess && rate === null),
    isFetching,
    retry: () => void refetch(),
    refusal: explainRefusal(config, { subtotal, total: orderTotal(subtotal, fee ?? 0), mode }),
  }
}

/**
 * Returns the fee and the delivery time, which is agreed upcountry. While the fee is unknown, only the rate, to avoid a
 * layout shift.
 */
function homePrice(distance: number | null, rate: number | null): string {
  const fee = distance === null ? null : homeDeliveryFeeOf(distance, rate)
  const isFar = distance !== null && isFlatFee(distance)
  if (fee !== null) return `${formatSum(fee)}, ${isFar ? 'call us for the day' : deliveryTime}`
  return rate === null ? '' : `From ${formatMoney(rate)} a km`
}

type Price = ReturnType<typeof useDeliveryPrice>

type Props = {
  items: readonly CartItem[]
  mode: DeliveryMode
  price: Price
  /** Leads to the missing address, if the first problem is a toast about something further down; null otherwise. */
  onAddressMissing: (() => void) | null
  onProceed: () => void
}

export function Summary({ items, mode, price, onAddressMissing, onProceed }: Props) {
  const { subtotal, distance, rate, fee, isUnknown, hasRateFailed } = price
  const count = countItems(items)
  const total = fee === null ? formatSum(subtotal) : formatMoney(orderTotal(subtotal, fee))
  useAnnouncement(fee === null || price.isFeeOpen ? '' : `Delivery fee ${formatSum(fee)}, total ${total}.`)
  const explanation =
    fee === null && distance !== null && hasRateFailed
      ? "The delivery fee didn't load. You can still choose to collect it."
      : explainFee({ mode, distance, rate })
  return (
    <aside className="sheet pay-summary" aria-labelledby="summary">
      <h2 id="summary">Summary</h2>
      <p className="muted mb-3">{count === 1 ? '1 item' : `${count} items`} in your cart</p>
      <UnchosenLines items={items} />
      <dl className="ruled-rows totals mb-3">
        <Amount label="Subtotal">{formatSum(subtotal)}</Amount>
        <Amount
          label="Delivery Fee"
          explanation={<span className="delivery-explanation d-block two-lines">{explanation}</span>}
        >
          {formatFee(mode, fee)}
        </Amount>
        <Amount label="Total Amount">
          {total}
          {price.isFeeOpen && <span className="d-block small muted">+ delivery</span>}
        </Amount>
      </dl>
      <PayBar
        label={barLabel(price, mode)}
        total={total}
        notice={
          isUnknown && distance !== null && hasRateFailed ? (
            <RateFailure price={price} />
          ) : (
            onAddressMissing && <MissingAddress onClick={onAddressMissing} />
          )
        }
      >
        <button
          type="button"
          className="btn btn-primary"
          disabled={isUnknown}
          aria-describedby={isUnknown ? 'price-unknown' : undefined}
          onClick={onProceed}
        >
          Proceed to Payment
        </button>
      </PayBar>
      {isUnknown && (
        <p id="price-unknown" className="small muted mt-2">
          {distance === null
            ? "This address isn't on the map yet. Tap Change and place its pin."
            : 'You can continue once we know the delivery fee.'}
        </p>
      )}
    </aside>
  )
}

/** Returns the label of the total in the bar. Each has two lines there, so that nothing moves when the fee is known. */
function barLabel({ distance, isFeeOpen, isUnknown, hasRateFailed }: Price, mode: DeliveryMode): string {
  if (isUnknown && distance !== null)
    return hasRateFailed ? 'Subtotal, delivery fee unknown' : 'Subtotal, checking the delivery fee'
  if (isFeeOpen) return 'Subtotal, delivery added next'
  return mode === 'pickup' ? 'Total, no delivery fee' : 'Total, delivery included'
}

function MissingAddress({ onClick }: { onClick: () => void }) {
  return (
    <p className="field-error w-100 mb-0">
      <Icon name="alert" />
      <button type="button" className="link-button" onClick={onClick}>
        The delivery address is missing, too
      </button>
    </p>
  )
}

function RateFailure({ price: { isFetching, retry } }: { price: Price }) {
  return (
    <p className="field-error w-100 mb-0">
      <Icon name="alert" />
      <span>
        The delivery fee didn't load.{' '}
        <button type="button" className="link-button" aria-disabled={isFetching} onClick={retry}>
          {isFetching ? 'Trying again...' : 'Try again'}
        </button>
      </span>
    </p>
  )
}

/** The lines with options that are not chosen. */
function UnchosenLines({ items }: { items: readonly CartItem[] }) {
  const offers = offersOf(useCurrentProducts(items).products)
  const unchosen = items.filter((item) => hasMissingChoice(item, offers.get(item.id)?.options))
  return unchosen.map((item, index) => (
    <div key={`${item.id}-${index}`} className="mb-3">
      {item.name}
      <LineOptions item={item} options={offers.get(item.id)?.options} />
    </div>
  ))
}
