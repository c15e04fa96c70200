import { phoneUrl } from '../config/contact-urls.ts'
import { paths } from '../config/paths.ts'
import { RETURN_DAYS, store } from '../config/store.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PickupPoint } from '../ui/page/pickup-point.tsx'
import '../ui/page/quiet.scss'

export default function RefundPage() {
  return (
    <div className="shell page">
      <PageHead title="Refund Policy" />
      <article className="sheet quiet-text">
        <p className="large-display">
          If it isn't right, bring it back within {RETURN_DAYS} days of delivery.
        </p>
        <h2>What can be returned</h2>
        <ul>
          <li>You may return an item within {RETURN_DAYS} days of delivery.</li>
          <li>It must be unused and in its original packaging.</li>
          <li>Bring proof of purchase, such as the invoice in your account.</li>
        </ul>
        <p>
          We can't take back a book that's been written in, an item with a broken seal or a uniform that's
          been worn, unless it was faulty when it arrived.
        </p>
        <h2>What we refund</h2>
        <ul>
          <li>Refunds take 7 to 10 business days and go back to the way you paid.</li>
          <li>Shipping is non-refundable.</li>
          <li>Discounts are deducted. We'll refund what you paid, not the price before the discount.</li>
        </ul>
        <h2>Wrong or damaged</h2>
        <p>
          If we sent the wrong item or it arrived damaged, tell us as soon as you notice and send a photo if
          you can. We'll replace it and pay for the delivery.
        </p>
        <h2>How to return something</h2>
        <ol>
          <li>
            Call <a href={phoneUrl(store.phones[0])}>{store.phones[0]}</a> or{' '}
            <Link to={paths.contact}>write to us</Link> with your order number.
          </li>
          <li>
            Bring the item to <PickupPoint />, or send it with a boda.
          </li>
          <li>We'll check it and tell you the same day what happens next.</li>
        </ol>
      </article>
    </div>
  )
}
