import { paths } from '../config/paths.ts'
import { deliveryTime, store } from '../config/store.ts'
import { FLAT_FEE_BEYOND_KM } from '../domain/delivery-fee.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/page/quiet.scss'

export default function TermsPage() {
  return (
    <div className="shell page">
      <PageHead title="Terms and Conditions" />
      <article className="sheet quiet-text">
        <p className="large-display">
          By using this website, you agree to these terms. We've kept them short.
        </p>
        <h2>1. Who may use the shop</h2>
        <p>
          Users should be 18 or older. If you're younger, ask a parent, a guardian or your school to order for
          you.
        </p>
        <h2>2. Your account</h2>
        <p>
          Give us your real name, email and phone number, and keep your password to yourself. You're
          responsible for orders placed through your account. If you think someone else knows your password,
          change it and tell us.
        </p>
        <h2>3. Prices and stock</h2>
        <p>
          All prices are in Uganda shillings (UGX) and may change until you order. We do our best to show
          what's in stock. If something you paid for has run out, we'll tell you. You can then wait, choose
          another item or get your money back.
        </p>
        <h2>4. Orders and payment</h2>
        <p>
          You pay by card or mobile money in our payment provider's own window. We never see your card
          details. We've accepted an order once this website says so and it appears in your account. Each
          payment is for one order.
        </p>
        <h2>5. Delivery</h2>
        <p>
          We deliver {deliveryTime}. The fee depends on the distance from our shop, is flat beyond{' '}
          {FLAT_FEE_BEYOND_KM} km, and is shown before you pay. Please check the address and phone number. If
          the rider can't find you, you may have to pay for a second trip. For upcountry deliveries, contact
          us before you order.
        </p>
        <h2>6. Returns</h2>
        <p>
          What you can return and how we refund it is explained in the{' '}
          <Link to={paths.refund}>refund policy</Link>.
        </p>
        <h2>7. Special orders</h2>
        <p>
          A special order is a request, not a purchase. It becomes a purchase once we've given you a price and
          a date and you've paid.
        </p>
        <h2>8. Our content</h2>
        <p>
          The name {store.name}, the design of this website and its texts belong to the shop. Titles, covers
          and trademarks belong to their owners.
        </p>
        <h2>9. Your data</h2>
        <p>
          We use your name, address and phone number to deliver your order and to reply to you. We don't sell
          them. Payment details stay with the payment provider.
        </p>
        <h2>10. The law</h2>
        <p>
          The laws of Uganda apply. Before going to court, please <Link to={paths.contact}>talk to us</Link>.
          A phone call settles most things.
        </p>
      </article>
    </div>
  )
}
