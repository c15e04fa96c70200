import { useState } from 'react'
import { DATABASES } from '../api/offline-store.ts'
import { phoneUrl } from '../config/contact-urls.ts'
import { env } from '../config/env.ts'
import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { storeTexts } from '../config/store-texts.ts'
import { mayHaveStoredPayment } from '../features/checkout/payment/storage-keys.ts'
import { forgetDevice } from '../platform/forget-device.ts'
import { Dialog } from '../ui/overlay/lazy-overlay.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/page/quiet.scss'

/** Returns the host of a URL; undefined for a path, which is on the shop's own host. */
const hostOf = (url: string) => /^https?:\/\/([^/:]+)/.exec(url)?.[1]

/** Returns the host of a receiver in parentheses; '' if it is the shop's own. */
function hostInParentheses(url: string): string {
  const host = hostOf(url)
  return host === undefined ? '' : ` (${host})`
}

/**
 * Describes how personal data is used, which the Data Protection and Privacy Act, 2019 requires of a shop in Uganda
 * before it collects any. Who receives what is derived from the settings of the build. The owner must have the wording
 * checked.
 */
export default function PrivacyPage() {
  const { name, phones, email } = store
  const { seller } = storeTexts
  return (
    <div className="shell page">
      <PageHead title="Privacy" />
      <article className="sheet quiet-text">
        <p className="large-display">
          We ask for what we need to sell and deliver to you, and for nothing else.
        </p>

        <h2>Who is responsible?</h2>
        <p>
          {seller.name || name}, {store.address}. Call <a href={phoneUrl(phones[0])}>{phones[0]}</a> or write
          to <a href={`mailto:${email}`}>{email}</a>. <Link to={paths.about}>About us</Link> says who runs the
          shop.
        </p>

        <Purposes />
        <Receivers />
        <Lifetimes />
        <ForgetDevice />

        <h2>What are your rights?</h2>
        <p>
          You may see what we know about you, have it corrected or deleted, and object to how we use it: call
          or write to us, and we'll answer within 30 days. If we don't, you can complain to the Personal Data
          Protection Office (<a href="https://www.pdpo.go.ug">pdpo.go.ug</a>).
        </p>
      </article>
    </div>
  )
}

function Purposes() {
  return (
    <>
      <h2>What do we ask for, and why?</h2>
      <ul>
        <li>
          <strong>Your name, e-mail address and phone number</strong>, to keep your account and to tell you
          about your order. You can look around and fill a cart without them, but we can't take an order.
        </li>
        <li>
          <strong>A delivery address and its place on the map</strong>, to bring your order and to work out
          the fee. You don't need one if you collect your order.
        </li>
        <li>
          <strong>Your location</strong>, only if you tap “Use my location”. You can type a place instead.
        </li>
        <li>
          <strong>What you ask for in a special order</strong>, to find it and to send you a price.
        </li>
        <li>
          <strong>Your e-mail address for the newsletter</strong>, if you want it.
        </li>
      </ul>
      <p>We never see your card number or your mobile money PIN.</p>
    </>
  )
}

function Receivers() {
  return (
    <>
      <h2>Who else receives it?</h2>
      <ul>
        <li>
          <strong>The provider of our shop system</strong>
          {hostInParentheses(env.apiHost)} keeps your account, addresses, wishlist and orders for us.
        </li>
        <li>
          <strong>The payment provider</strong> ({env.paymentProvider}) receives your name, e-mail address,
          phone number and the amount when you pay.
        </li>
        <li>
          <strong>The place search</strong>
          {hostInParentheses(env.places)} receives what you type in the search for your address, and{' '}
          <strong>the map</strong>
          {hostInParentheses(env.mapTiles)} which part of it you look at.
        </li>
        {env.chatScript === '' ? null : (
          <li>
            <strong>The live chat</strong>
            {hostInParentheses(env.chatScript)} receives what you write in it, and nothing before you open it.
          </li>
        )}
        <li>
          <strong>The rider</strong> sees your name, phone number, address and delivery note.
        </li>
      </ul>
      {env.usageEvents === '' ? null : (
        <p>
          {hostOf(env.usageEvents) ?? 'This website'} counts how many payments are started and finished,
          without your name or number.
        </p>
      )}
      <p>We sell your data to nobody, and this website shows no advertising.</p>
    </>
  )
}

function Lifetimes() {
  return (
    <>
      <h2>How long do we keep it?</h2>
      <ul>
        <li>Your account, addresses and wishlist: until you ask us to delete them.</li>
        <li>Orders and invoices: for as long as the tax law requires.</li>
        <li>The newsletter: until you unsubscribe.</li>
      </ul>

      <h2>What does this phone keep?</h2>
      <p>So that the shop works on a slow network, this browser keeps on your phone:</p>
      <ul>
        <li>
          your log-in, your cart, the delivery notes and chosen options of your orders, your last delivery
          fee, and the prices and unsent changes of your wishlist, until you log out;
        </li>
        <li>recently viewed products, your school class, ticked lists and settings, until you clear them;</li>
        <li>what you have typed and not sent, until you close the tab;</li>
        <li>a payment that isn't finished, until the order is placed or the payment has failed;</li>
        <li>
          pages that you have visited, for 30 days; your orders and wishlist among them are deleted when you
          log out.
        </li>
      </ul>
    </>
  )
}

/** Deletes everything that this browser keeps, after a confirmation. */
function ForgetDevice() {
  const [isAsking, setAsking] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  const forget = async () => {
    if (isForgetting) return
    setForgetting(true)
    await forgetDevice(Object.values(DATABASES))
    // A full load, because this page's memory contains some of it.
    window.location.replace(paths.home)
  }
  const close = () => setAsking(false)
  return (
    <>
      <p>
        <button type="button" className="btn btn-outline-secondary" onClick={() => setAsking(true)}>
          Forget everything on this phone
        </button>
      </p>
      <Dialog
        title="Forget everything?"
        open={isAsking}
        onClose={close}
        footer={
          <>
            <button type="button" className="btn btn-outline-secondary" onClick={close}>
              Cancel
            </button>
            <button type="button" className="btn btn-primary" aria-disabled={isForgetting} onClick={forget}>
              {isForgetting ? 'Forgetting...' : 'Forget everything'}
            </button>
          </>
        }
      >
        {isAsking && mayHaveStoredPayment() && (
          <p className="notice notice-error">
            You have a payment that isn't finished. If you've been charged, this phone can't place its order
            any more. Finish it first, or call us on {store.phones[0]}.
          </p>
        )}
        <p>
          You'll be logged out, and your cart, lists, drafts and offline pages on this phone will be gone.
          Your account and your orders stay with us.
        </p>
      </Dialog>
    </>
  )
}
