import { Fragment } from 'react'
import { phoneUrl } from '../config/contact-urls.ts'
import { paths } from '../config/paths.ts'
import { deliveryTime, store } from '../config/store.ts'
import { storeTexts } from '../config/store-texts.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/page/quiet.scss'

const { seller } = storeTexts

const sellerFacts = (
  [
    ['Name', seller.name],
    ['Legal status', seller.status],
    ['Registration', seller.registration],
    ['Directors', seller.directors],
    ['Address', store.address],
    [
      'Telephone',
      store.phones.map((phone, index) => (
        <Fragment key={phone}>
          {index > 0 && ', '}
          <a href={phoneUrl(phone)}>{phone}</a>
        </Fragment>
      )),
    ],
    [
      'E-mail',
      <a key="e-mail" href={`mailto:${store.email}`}>
        {store.email}
      </a>,
    ],
    ['Tax number', seller.taxNumber],
  ] as const
).filter(([, value]) => value !== '')

export default function AboutPage() {
  return (
    <div className="shell page">
      <PageHead title="About Us" />
      <article className="sheet quiet-text">
        <p className="large-display">{storeTexts.about}</p>
        <h2>What we sell</h2>
        <p>
          Books first: textbooks for the national curriculum from Primary One to Senior Six, revision guides,
          novels and poetry by Ugandan and African writers, picture books for children, and books of faith.
          Then everything that goes with them: exercise books and pens, bags and uniforms, a solar lamp to
          read by, and things for the home.
        </p>
        <h2>How we deliver</h2>
        <p>
          We deliver {deliveryTime}. The fee depends on the distance from our shop, and you'll see it before
          you pay. You can also collect your order or send your boda for free. For upcountry deliveries, call
          us first and we'll find a way.
        </p>
        <h2>What we promise</h2>
        <ul>
          <li>Prices in Uganda shillings. You'll see every cost before you pay.</li>
          <li>
            Payment by card or mobile money in the payment provider's own window. We never see your card.
          </li>
          <li>
            If we don't have a book, we'll look for it. Send us a{' '}
            <Link to={paths.specialOrder}>special order</Link>.
          </li>
          <li>
            If it isn't right, you can return it. See the <Link to={paths.refund}>refund policy</Link>.
          </li>
        </ul>
        <h2>Who you buy from</h2>
        <ul>
          {sellerFacts.map(([name, value]) => (
            <li key={name}>
              <strong>{name}:</strong> {value}
            </li>
          ))}
        </ul>
        <p>
          Questions? <Link to={paths.contact}>Talk to us</Link>. A person answers.
        </p>
        <p className="muted">
          This website contains software and fonts of others under <a href="/licences.txt">these licences</a>.
        </p>
      </article>
    </div>
  )
}
