import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/page/quiet.scss'

/** Who the shop is. */
export function AboutPage() {
  return (
    <div className="shell page">
      <PageHead title="About Us" />
      <article className="sheet quiet-text">
        <p className="quiet-lead">
          {store.name} is a bookshop in Kampala that comes to you. Kitabo is what many of us call a book; we
          have made it our name and our work.
        </p>
        <h2>What we sell</h2>
        <p>
          Books first: textbooks of the national curriculum from Primary One to Senior Six, revision guides,
          novels and poetry by Ugandan and African writers, picture books for children, and books of faith.
          Then what goes with them: exercise books and pens, bags and uniforms, a solar lamp to read by, and
          things for the home.
        </p>
        <h2>How we bring it</h2>
        <p>
          In and around Kampala our riders deliver on the same day or within two business days, at a fee that
          goes by the distance from our shop. You see it before you pay. You may also collect your order
          yourself, or send your boda; that costs nothing. For upcountry, call us first and we find the way.
        </p>
        <h2>What we promise</h2>
        <ul>
          <li>Prices in Uganda shillings, and no cost that you have not seen before paying.</li>
          <li>
            Payment by card or mobile money, in the payment provider’s own window: we never see your card.
          </li>
          <li>
            If a book is not on our shelf, we look for it. Send us a{' '}
            <Link to={paths.specialOrder}>special order</Link>.
          </li>
          <li>
            If it is not right, you may bring it back: see the <Link to={paths.refund}>refund policy</Link>.
          </li>
        </ul>
        <p>
          Questions? <Link to={paths.contact}>Talk to us</Link>. A person answers.
        </p>
      </article>
    </div>
  )
}
