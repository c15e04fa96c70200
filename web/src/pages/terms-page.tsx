import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/page/quiet.scss'

/** The terms of the shop. */
export function TermsPage() {
  return (
    <div className="shell page">
      <PageHead title="Terms and Conditions" />
      <article className="sheet quiet-text">
        <p className="quiet-lead">
          By using this website you agree to these terms. We have kept them short and easy to read.
        </p>
        <h2>1. Who may use the shop</h2>
        <p>
          Users should be 18 or older. If you are younger, let a parent, a guardian or your school order for
          you.
        </p>
        <h2>2. Your account</h2>
        <p>
          Give us your true name, email and phone, and keep your password to yourself. What is ordered through
          your account counts as ordered by you. If you think that somebody else knows your password, change
          it and tell us.
        </p>
        <h2>3. Prices and stock</h2>
        <p>
          All prices are in Uganda shillings (UGX) and may change until you have ordered. We do our best to
          show what is on the shelf. If something you paid for has run out, we tell you, and you choose
          between waiting, another item, and your money back.
        </p>
        <h2>4. Orders and payment</h2>
        <p>
          You pay by card or mobile money through our payment provider, in its own window; your card details
          never reach us. An order is accepted when this website says so and it appears in your account. One
          payment makes one order.
        </p>
        <h2>5. Delivery</h2>
        <p>
          We deliver on the same day to within 1–2 business days. The fee goes by the distance from our shop,
          is flat beyond 40 km, and is shown before you pay. Please make sure that the address and the phone
          number are right: a rider who cannot find you may have to come back at your cost. For upcountry,
          contact us before you order.
        </p>
        <h2>6. Returns</h2>
        <p>
          What may be returned, and how you get your money back, is in the{' '}
          <Link to={paths.refund}>refund policy</Link>.
        </p>
        <h2>7. Special orders</h2>
        <p>
          A special order is a question, not a purchase. It becomes one when we have given you a price and a
          date and you have paid.
        </p>
        <h2>8. What is ours</h2>
        <p>
          The name {store.name}, the look of this website and its texts belong to the shop. Titles, covers and
          marks belong to their publishers and makers.
        </p>
        <h2>9. Your data</h2>
        <p>
          We use your name, address and phone to bring your order and to answer you. We do not sell them.
          Payment data stays with the payment provider.
        </p>
        <h2>10. The law</h2>
        <p>
          The laws of Uganda apply. Before you go to court, please <Link to={paths.contact}>talk to us</Link>:
          most things are settled by a phone call.
        </p>
      </article>
    </div>
  )
}
