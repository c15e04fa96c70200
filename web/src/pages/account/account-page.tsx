import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { readId, readString } from '../../api/read-values.ts'
import { getToken, isRejected, logOut, setToken as storeToken, useToken } from '../../api/session.ts'
import { phoneUrl } from '../../config/contact-urls.ts'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { useContact } from '../../domain/customer.ts'
import { lastDelivery } from '../../domain/delivery-fee.ts'
import { clearDrafts } from '../../domain/draft.ts'
import { formatPrice } from '../../domain/money.ts'
import { type AccountState, readState } from '../../domain/navigation-state.ts'
import { Dashboard } from '../../features/account/dashboard.tsx'
import { LoginForm } from '../../features/account/login-form.tsx'
import { passwordReset } from '../../features/account/password-reset.ts'
import { type Credentials, RegisterForm } from '../../features/account/register-form.tsx'
import { clearCart, useCart } from '../../features/cart/cart-store.ts'
import { LazyPaymentNotice } from '../../features/checkout/payment/lazy-payment-notice.tsx'
import {
  clearLocalDetails,
  storePlacedOrder,
  useLocalDetails,
  usePlacedOrder,
} from '../../features/checkout/placed/placed-order.ts'
import { addressesQuery, defaultAddress } from '../../features/delivery/address.ts'
import type { OnBuyAgain } from '../../features/orders/order.ts'
import { OrderStatus, OrdersPanel, ordersQuery } from '../../features/orders/orders-panel.tsx'
import { useWishlist } from '../../features/wishlist/queries.ts'
import { clearQueuedChanges } from '../../features/wishlist/queued-changes.ts'
import { wishStates } from '../../features/wishlist/wish-marks.ts'
import { useIsOpen } from '../../platform/is-open.ts'
import { useLocation } from '../../platform/location.ts'
import { announce } from '../../ui/feedback/announcer.ts'
import { EmptyState } from '../../ui/feedback/load-states.tsx'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { lazyModule } from '../../ui/loading/lazy-module.ts'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { Link, useQueryParams } from '../../ui/page/link.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import '../../ui/form/forms.scss'
import '../../features/account/account.scss'

const buyAgainModule = lazyModule(() => import('./buy-again.ts'))

/** Shown if the code of "Buy again" doesn't load. */
const NOT_LOADED = 'Nothing was added. Check your internet connection and try again.'

export default function AccountPage() {
  const currentToken = useToken()
  // The last token. Kept after it expires, so that the account area stays open and shows an error.
  const [token, setToken] = useState(getToken)
  const [isEntering, setEntering] = useState(false)
  if (currentToken !== null && currentToken !== token && !isEntering) setToken(currentToken)

  return (
    <div className="shell page">
      <PageHead title="My Account" />
      {token === null ? (
        <AccountEntrance onContinue={() => flushSync(() => setEntering(true))} />
      ) : (
        <AccountArea key={token} token={token} onLogIn={() => setToken(null)} />
      )}
    </div>
  )
}

/**
 * @param props.onContinue called before the log-in of a shopper who goes on to another page, not to the account area
 */
function AccountEntrance({ onContinue }: { onContinue: () => void }) {
  const { fromCheckout, returnTo, ...state } = readState<AccountState>(useLocation().state)
  const newPasswordOf = readString(state.newPasswordOf)
  const navigate = useNavigate()
  const [form, setForm] = useState<'login' | 'register'>('login')
  const [credentials, setCredentials] = useState({ email: newPasswordOf, password: '' })
  const entrance = useRef<HTMLDivElement>(null)
  const hasItems = useCart().length > 0
  const isOpen = useIsOpen()

  // The clicked button was removed with its form, so the focus moves to the other form, which is shown from its start.
  function switchTo(next: 'login' | 'register') {
    flushSync(() => setForm(next))
    window.scrollTo(0, 0)
    const first = next === 'login' && credentials.email !== '' ? '[type=password]' : 'h2'
    entrance.current?.querySelector<HTMLElement>(first)?.focus()
  }

  function enter(token: string) {
    const next = isOpen() && (fromCheckout ? paths.preCheck : readString(returnTo))
    if (next) onContinue()
    storeToken(token)
    if (next) navigate(next, { replace: true, state: fromCheckout ? { authToken: token } : null })
  }

  const shared = {
    credentials,
    onChange: (change: Partial<Credentials>) => setCredentials((typed) => ({ ...typed, ...change })),
  }
  return (
    <div className="account-entrance" ref={entrance}>
      {fromCheckout && (
        <p className="notice">
          {hasItems ? 'Log in to continue with your order. Your cart is safe.' : 'Log in to continue.'}
        </p>
      )}
      <LazyPaymentNotice isLogIn />
      {newPasswordOf !== '' && (
        <p className="notice notice-success">Your password is changed. Log in with the new one.</p>
      )}
      {form === 'login' ? (
        <LoginForm {...shared} onLogIn={enter} onSwitch={() => switchTo('register')} />
      ) : (
        <RegisterForm {...shared} onSwitch={() => switchTo('login')} />
      )}
    </div>
  )
}

const ACCOUNT_TABS = [
  { id: 'dashboard', label: 'Dashboard', icon: 'home' },
  { id: 'orders', label: 'Orders', icon: 'receipt' },
  { id: 'downloads', label: 'Downloads', icon: 'download' },
  { id: 'address', label: 'Address', icon: 'pin' },
  { id: 'details', label: 'Account Details', icon: 'user' },
  { id: 'wishlist', label: 'Wishlist', icon: 'heart' },
  { id: 'logout', label: 'Logout', icon: 'leave' },
] as const

type AccountTab = (typeof ACCOUNT_TABS)[number]['id']

/** The empty states of tabs without content. */
const PLACEHOLDERS: Partial<Record<AccountTab, ComponentProps<typeof EmptyState>>> = {
  downloads: {
    title: 'You have no downloads yet.',
    text: 'Your invoices are with your orders.',
    leadsTo: { to: `${paths.account}?tab=orders`, text: 'See your orders' },
  },
  address: {
    title: 'Your addresses are on the dashboard.',
    leadsTo: { to: `${paths.account}?show=addresses`, text: 'See your addresses' },
  },
  details: {
    title: 'Your details are on the dashboard.',
    text: (
      <>
        To change them, call{' '}
        <a className="money" href={phoneUrl(store.phones[0])}>
          {store.phones[0]}
        </a>
        . You can <Link to={paths.forgotPassword}>reset your password</Link> yourself.
      </>
    ),
    leadsTo: { to: paths.account, text: 'See your details' },
  },
  wishlist: {
    title: 'Your wishlist has its own page.',
    leadsTo: { to: paths.wishlist, text: 'View wishlist' },
  },
}

/** Returns a function that logs the customer out and deletes their data, and whether it has been called. */
function useLogOut() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)

  function leave() {
    // Otherwise, the area would show an error until the next page renders.
    flushSync(() => setLeaving(true))
    // Before the log-out, which forgets whose data this is.
    clearQueuedChanges()
    storePlacedOrder(null)
    clearLocalDetails()
    clearDrafts()
    wishStates.set(null)
    lastDelivery.set(null)
    logOut()
    clearCart()
    passwordReset.clear()
    client.removeQueries({ queryKey: ['customer'] })
    announce('You have logged out.')
    navigate(paths.home)
  }
  return { isLeaving, leave }
}

function AccountArea({ token, onLogIn }: { token: string; onLogIn: () => void }) {
  const query = useQueryParams()
  const navigate = useNavigate()
  const { isLeaving, leave } = useLogOut()
  const isLoggedIn = useToken() !== null
  const showsAddresses = query.get('show') === 'addresses'
  const { id: tab, label } = ACCOUNT_TABS.find(({ id }) => id === query.get('tab')) ?? ACCOUNT_TABS[0]
  const placeholder = PLACEHOLDERS[tab]

  function select(next: AccountTab) {
    if (next === 'logout') leave()
    else navigate({ search: next === 'dashboard' ? '' : `tab=${next}` })
  }

  if (isLeaving) return <Spinner fillsPage />
  const needsLogin = !isLoggedIn && (tab === 'orders' || tab === 'dashboard')
  const logInButton = (
    <button type="button" className="btn btn-primary" onClick={onLogIn}>
      Log in
    </button>
  )
  return (
    <div className="account-area">
      <Tabs
        label="My account"
        tabs={ACCOUNT_TABS}
        selected={tab}
        onSelect={select}
        orientation="vertical"
        // Otherwise, moving past Logout would log the customer out.
        activatesOnFocus={false}
        className="account-tabs"
        panelClassName="sheet account-panel"
      >
        {needsLogin && isRejected(token) && (
          <div className="notice align-items-center justify-content-between flex-wrap">
            <p role="alert">Your log-in has expired. Log in again to see everything.</p>
            {logInButton}
          </div>
        )}
        {tab === 'dashboard' && showsAddresses && isLoggedIn && <Addresses onLogIn={onLogIn} />}
        {tab === 'dashboard' && !showsAddresses && (
          <Dashboard token={token}>
            <Overview token={token} />
          </Dashboard>
        )}
        {tab === 'orders' && <OrdersTab token={token} />}
        {needsLogin && !isRejected(token) && <div className="mt-3">{logInButton}</div>}
        {placeholder && (
          <>
            <h2>{label}</h2>
            <EmptyState {...placeholder} />
          </>
        )}
      </Tabs>
    </div>
  )
}

function OrdersTab({ token }: { token: string }) {
  const client = useQueryClient()
  // With the current token, so that nothing is requested after the log-out.
  const buyer = useContact(useToken())
  const details = useLocalDetails()
  useEffect(() => void buyAgainModule.load(), [])
  const onBuyAgain: OnBuyAgain = async (lines, note) =>
    (await buyAgainModule.load())?.buyAgain(client, lines, note) ?? [NOT_LOADED]
  return (
    <>
      <LazyPaymentNotice />
      <OrdersPanel
        token={token}
        onBuyAgain={onBuyAgain}
        buyer={buyer}
        details={details}
        placed={usePlacedOrder()?.id ?? null}
        opened={readId(useQueryParams().get('order'))}
      />
    </>
  )
}

/** The last order, the address that an order is delivered to by default, and the wishlist. */
function Overview({ token }: { token: string }) {
  // Once the token has expired, the loaded data stays and nothing more is requested.
  const enabled = useToken() !== null
  const orders = useQuery({ ...ordersQuery(token), enabled })
  const order = orders.data?.[0]
  const saved = useQuery({ ...addressesQuery(token), enabled })
  const address = defaultAddress(saved.data ?? [])
  const { data: wishes = [] } = useWishlist(token, enabled)
  return (
    <ul className="account-tiles mt-4">
      {order || orders.isError ? (
        <Tile title="Last order" to={`${paths.account}?tab=orders`} link="See your orders">
          {order ? (
            <>
              <strong>#{order.id}</strong> <OrderStatus order={order} />
              <p className="muted small">
                {order.updatedOn} · {formatPrice(order.amount)}
              </p>
            </>
          ) : (
            "We couldn't load your orders."
          )}
        </Tile>
      ) : null}
      <Tile
        title="Delivery addresses"
        to={`${paths.account}?show=addresses`}
        link={address || !saved.data ? 'See your addresses' : 'Add an address'}
      >
        {address?.address ??
          (saved.data ? 'You have none yet.' : saved.isError ? "We couldn't load your addresses." : null)}
      </Tile>
      {wishes.length > 0 ? (
        <Tile title="Wishlist" to={paths.wishlist} link="View wishlist">
          {wishes.length === 1 ? '1 product' : `${wishes.length} products`}
        </Tile>
      ) : null}
    </ul>
  )
}

/** Loaded lazily, because it contains the map and the address form. */
const Addresses = lazyComponent(() => import('./addresses.tsx').then((module) => module.Addresses))

type TileProps = { title: string; to: string; link: string; children: ReactNode }

function Tile({ title, to, link, children }: TileProps) {
  return (
    <li>
      <h3>{title}</h3>
      <div>{children}</div>
      <Link to={to}>{link}</Link>
    </li>
  )
}
