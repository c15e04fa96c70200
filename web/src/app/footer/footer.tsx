import { ApiError, displayedMessage } from 'contracts/client'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '../../api/api.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { afterLoad } from '../../platform/when-idle.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { ContactLinks, SocialLinks } from '../../ui/page/contact-links.tsx'
import { Link } from '../../ui/page/link.tsx'
import { LiveChat } from './live-chat.tsx'

const DataSaver = lazyComponent(() =>
  import('../../features/data-saver/data-saver.tsx').then((module) => module.DataSaver),
)

const DATA_SAVER_DELAY_MS = 4000

/** The data saver at the end of the page, where loading it shifts no content. */
function DataSaverSwitch() {
  const [shouldLoad, setShouldLoad] = useState(false)
  useEffect(() => afterLoad(() => setShouldLoad(true), DATA_SAVER_DELAY_MS), [])
  return shouldLoad ? <DataSaver /> : null
}

/** Links to the home page until their pages exist. */
const placeholders = [`Inside ${store.name}`, 'Career', 'Brands']
/** Placeholder entries without a link (docs/literal.md). */
const inertEntries = ['School Packages', 'Gift Voucher']

const apps = (
  [
    { url: store.links.playStore, icon: 'play', action: 'Get it on', name: 'Google Play' },
    { url: store.links.appStore, icon: 'apple', action: 'Download on the', name: 'App Store' },
  ] as const
).filter(({ url }) => url)

const policies = [
  { name: 'About Us', to: paths.about },
  { name: 'Terms and Conditions', to: paths.terms },
  { name: 'Refund Policy', to: paths.refund },
  { name: 'Privacy', to: paths.privacy },
  { name: 'Contact Us', to: paths.contact },
]

export function Footer() {
  return (
    <footer className="site-footer on-dark">
      <div className="kitenge" />
      <div className="shell footer-grid">
        <section className="footer-news" aria-labelledby="footer-news">
          <h2 id="footer-news">New books, every day</h2>
          <NewsletterForm />
        </section>
        <section className="footer-help" aria-labelledby="footer-help">
          <h2 id="footer-help">Need help?</h2>
          <ul>
            <ContactLinks />
          </ul>
          <LiveChat />
        </section>
        <nav className="footer-shop" aria-labelledby="footer-shop">
          <h2 id="footer-shop">{store.name}</h2>
          <PlaceholderLinks />
        </nav>
        <nav aria-labelledby="footer-policies">
          <h2 id="footer-policies">Policies</h2>
          <ul>
            {policies.map(({ name, to }) => (
              <li key={name}>
                <Link to={to}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="shell footer-end">
        <SocialLinks />
        {apps.length > 0 && (
          <ul className="app-badges d-flex flex-wrap gap-2">
            {apps.map(({ url, icon, action, name }) => (
              <li key={icon}>
                <a href={url}>
                  <Icon name={icon} />
                  <span>
                    <small>{action}</small> {name}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <p>
          © {new Date().getFullYear()} {store.name}
        </p>
      </div>
      <DataSaverSwitch />
    </footer>
  )
}

function PlaceholderLinks() {
  const navigate = useNavigate()
  return (
    <ul>
      {placeholders.map((name) => (
        <li key={name}>
          {/* biome-ignore lint/a11y/useValidAnchor: these links open the home page until their pages exist. */}
          <a
            href="/#"
            onClick={(event) => {
              event.preventDefault()
              navigate(paths.home)
              // Trap: the router drops a hash without a name.
              window.history.replaceState(window.history.state, '', '/#')
            }}
          >
            {name}
          </a>
        </li>
      ))}
      {inertEntries.map((name) => (
        <li key={name}>
          <button type="button" className="link-button" aria-disabled="true" tabIndex={-1}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

function NewsletterForm() {
  const [email, setEmail] = useState('')
  const { error, isPending, fail, deferIfOffline, handleSubmit } = useSubmit('footer')

  const submit = handleSubmit(async () => {
    const address = email.trim()
    if (address === '') return fail('Please enter a valid email address')
    if (deferIfOffline()) return
    try {
      // The format is not validated, as specified (docs/literal.md).
      const body = await call('POST /newsletter/subscribe', { body: { email: address } })
      notify('success', displayedMessage(body) ?? 'Subscribed successfully!', { source: 'footer' })
      // Keeps what was typed during the request.
      setEmail((typed) => (typed === email ? '' : typed))
    } catch (cause) {
      const isRefused = cause instanceof ApiError
      const text = (isRefused && displayedMessage(cause.body)) || 'Failed to subscribe. Please try again.'
      fail(text, {
        // The host responds to a known address with "Email Already exists".
        detail: /exists/.test(text)
          ? "You're on our list."
          : isRefused
            ? 'Address not added.'
            : // A lost response may have been a success.
              'Your address may be on our list.',
      })
    }
  })

  return (
    <form className="field mb-0" onSubmit={submit} noValidate>
      <label htmlFor="newsletter-email">Your email</label>
      <div className="d-flex flex-wrap gap-2">
        <input
          id="newsletter-email"
          className="form-control"
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="off"
          enterKeyHint="send"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className="btn btn-warning" aria-disabled={isPending}>
          {isPending ? 'Subscribing...' : 'Get our daily newsletter'}
        </button>
      </div>
      {/* Lasts longer than the toast, which gives the reason of a failure. */}
      {error && <p className="mt-2">{error.detail ?? error.text}</p>}
    </form>
  )
}
