import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/page/quiet.scss'

/** What may come back, and when the money does. */
export function RefundPage() {
  return (
    <div className="shell page">
      <PageHead title="Refund Policy" />
      <article className="sheet quiet-text">
        <p className="quiet-lead">If it is not right, bring it back within 14 days of delivery.</p>
        <h2>What can be returned</h2>
        <ul>
          <li>You may return an item within 14 days of delivery.</li>
          <li>It must be unused and in its original packaging.</li>
          <li>Bring proof of purchase: the invoice in your account will do.</li>
        </ul>
        <p>
          A book that has been written in, a seal that has been broken or a uniform that has been worn we
          cannot take back, unless it was faulty when it came.
        </p>
        <h2>What you get back</h2>
        <ul>
          <li>Refunds take 7 to 10 business days, by the way you paid.</li>
          <li>Shipping is non-refundable.</li>
          <li>Discounts are deducted: you get back what you paid, not the price before the discount.</li>
        </ul>
        <h2>Wrong or damaged</h2>
        <p>
          If we sent the wrong thing, or it came damaged, tell us as soon as you see it and send a photo if
          you can. We replace it and bring it at our own cost.
        </p>
        <h2>How to return something</h2>
        <ol>
          <li>
            Call <a href={`tel:${store.phones[0].replaceAll(' ', '')}`}>{store.phones[0]}</a> or{' '}
            <Link to={paths.contact}>write to us</Link>, with the number of your order.
          </li>
          <li>Bring the item to {store.location}, or send it with a boda.</li>
          <li>We look at it, and tell you on the same day what happens next.</li>
        </ol>
      </article>
    </div>
  )
}
