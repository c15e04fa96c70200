import { QueryClientProvider } from '@tanstack/react-query'
import type { SuccessOf } from 'contracts/endpoint'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Control } from '../../src/control/contract.ts'
import type { WorldInfo } from '../../src/control/worlds-contract.ts'
import { readWorld, selectWorld, storeToken } from './control.ts'
import { queryClient, refreshAll, useControl } from './queries.ts'
import { hrefOf, readRoute, useHash, VIEWS, type View } from './route.ts'
import { closeNotice, connection, notice } from './state.ts'
import { Button } from './ui/button.tsx'
import { TextField } from './ui/field.tsx'
import { ClockView } from './views/clock-view.tsx'
import { FaultsView } from './views/faults-view.tsx'
import { JournalView } from './views/journal-view.tsx'
import { OrdersView } from './views/orders-view.tsx'
import { OutboxView } from './views/outbox-view.tsx'
import { OverviewView } from './views/overview-view.tsx'
import { StockView } from './views/stock-view.tsx'

/** Milliseconds between updates of the menu and the list of worlds. */
const MENU_POLL_MS = 5000

/** The console: menu, world switcher, and the view selected by the hash. */
export function Console() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  )
}

function Frame() {
  const hash = useHash()
  const { view, query } = readRoute(hash)
  const [world, setWorld] = useState(readWorld)
  const reached = connection.use()
  const main = useRef<HTMLElement>(null)

  const { data: status, isPlaceholderData } = useControl('GET /status', MENU_POLL_MS)
  const worlds = useControl('GET /worlds', MENU_POLL_MS)

  const titled = useRef<View | null>(null)
  useEffect(() => {
    document.title = `${VIEWS.find(([each]) => each === view)?.[1]} · Kitabo emulator`
    // Moves the focus to the heading of a new view, so that screen readers announce it. Skipped for the first view.
    if (titled.current !== null && titled.current !== view) main.current?.querySelector('h1')?.focus()
    titled.current = view
  }, [view])

  function switchTo(name: string) {
    selectWorld(name)
    setWorld(name)
  }

  const screens: Record<View, () => React.ReactNode> = {
    overview: () => <OverviewView />,
    outbox: () => <OutboxView />,
    journal: () => <JournalView />,
    faults: () => <FaultsView query={query} />,
    clock: () => <ClockView />,
    orders: () => <OrdersView />,
    stock: () => <StockView />,
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the link leads to a part of this page, where the hash is the route. */}
      <a className="skip" href="#main" onClick={skip(main)}>
        Skip to the content
      </a>
      <header className="frame-head">
        <a className="plate" href="#/overview">
          Kitabo <span>emulator</span>
        </a>
        <WorldSwitcher current={world} worlds={worlds.data?.worlds ?? []} onSwitch={switchTo} />
      </header>
      <div className="frame">
        <Menu view={view} status={isPlaceholderData ? undefined : status} />
        <main ref={main} id="main" tabIndex={-1}>
          <div role="status">
            {reached === 'gone' && (
              <div className="banner">
                <p>
                  <strong>The emulator does not respond.</strong> It may have been stopped. This page
                  reconnects automatically.
                </p>
                <Button onClick={refreshAll}>Try now</Button>
              </div>
            )}
          </div>
          {reached === 'token' ? <TokenForm /> : <div key={`${world} ${hash}`}>{screens[view]()}</div>}
        </main>
      </div>
      <NoticeLine />
    </>
  )
}

/** Moves the focus to the view. The hash is the route, so a link to #main would leave the view. */
function skip(main: React.RefObject<HTMLElement | null>) {
  return (event: React.MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
  }
}

/** Announces the result of the last command. Always rendered, because live regions that are added later are not announced. */
function NoticeLine() {
  const shown = notice.use()
  return (
    <div className="notice" role="status" aria-live="polite">
      {shown && (
        <div className={shown.kind}>
          <span aria-hidden="true">{shown.kind === 'done' ? '✓' : '✕'}</span>
          <p>{shown.text}</p>
          <Button onClick={closeNotice} aria-label="Close this message">
            ✕
          </Button>
        </div>
      )}
    </div>
  )
}

/** A form for the control token, which is stored for the tab. */
function TokenForm() {
  const [token, setToken] = useState('')
  const [tried, setTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (token.trim() === '') return
    storeToken(token.trim())
    setTried(true)
    refreshAll()
  }

  return (
    <form className="panel token" onSubmit={submit}>
      <h1>This emulator requires its token</h1>
      <p>
        Other machines can reach this emulator, so the control API requires its token. It was printed when the
        emulator started.
      </p>
      <TextField
        label="Token"
        error={tried ? 'This is not the token of the emulator.' : undefined}
        type="password"
        autoComplete="off"
        value={token}
        onType={(text) => {
          setToken(text)
          setTried(false)
        }}
      />
      <Button type="submit" look="main">
        Unlock
      </Button>
    </form>
  )
}

type Status = SuccessOf<Control['status']['get']>

function Menu({ view, status }: { view: View; status: Status | undefined }) {
  const numbers: Partial<Record<View, number>> = status
    ? { outbox: status.world.messages, faults: status.world.faults, orders: status.world.orders }
    : {}
  return (
    <nav aria-label="Views" className="menu">
      <ul>
        {VIEWS.map(([each, label]) => (
          <li key={each}>
            <a href={hrefOf(each)} aria-current={each === view ? 'page' : undefined}>
              {label}
              {(numbers[each] ?? 0) > 0 && (
                <span className={each === 'faults' ? 'number warn' : 'number'}>
                  <span className="unseen">, </span>
                  {numbers[each]}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Props = { current: string; worlds: readonly WorldInfo[]; onSwitch: (name: string) => void }

/** Selects this browser's world, which the shop uses too. */
function WorldSwitcher({ current, worlds, onSwitch }: Props) {
  const names = worlds.map(({ name }) => name)
  return (
    <label className="switcher">
      <span>World</span>
      <select value={current} onChange={(event) => onSwitch(event.target.value)}>
        {(names.includes(current) ? names : [current, ...names]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
