import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { connection } from './connection.ts'
import { queryClient, refreshAll, useControl } from './queries.ts'
import { readRoute, useHash, VIEWS, type View } from './route.ts'
import { Button } from './ui/button.tsx'
import { NoticeLine } from './ui/notice-line.tsx'
import { TokenForm } from './ui/token-form.tsx'
import { ClockView } from './views/clock-view.tsx'
import { FaultsView } from './views/faults-view.tsx'
import { JournalView } from './views/journal-view.tsx'
import { Menu } from './views/menu.tsx'
import { OrdersView } from './views/orders-view.tsx'
import { OutboxView } from './views/outbox-view.tsx'
import { OverviewView } from './views/overview-view.tsx'
import { StockView } from './views/stock-view.tsx'
import { WorldSwitcher } from './views/world-switcher.tsx'
import { readWorld, selectWorld } from './world-cookie.ts'

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
