import type { SuccessOf } from 'contracts/endpoint'
import { type ComponentType, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import {
  Badge,
  Button,
  CloseButton,
  Col,
  Container,
  Form,
  Nav,
  Row,
  Toast,
  ToastContainer,
} from 'react-bootstrap'
import type { Control } from '../../src/control-api/control.ts'
import {
  connectionProblem,
  control,
  readWorld,
  refetchQueries,
  selectWorld,
  storeToken,
  useControl,
  useLastCommandResult,
} from './control-client.ts'
import { toLabel } from './format.ts'
import { Field } from './ui/form.tsx'
import { ViewHeading } from './ui/panel.tsx'
import { formatViewHash, parseViewHash, useHash, VIEWS, type View } from './view-hash.ts'
import { ClockView } from './views/clock-view.tsx'
import { FaultsView } from './views/faults-view.tsx'
import { JournalView } from './views/journal-view.tsx'
import { OrdersView } from './views/orders-view.tsx'
import { OutboxView } from './views/outbox-view.tsx'
import { OverviewView } from './views/overview-view.tsx'
import { StockView } from './views/stock-view.tsx'
import { StoreView } from './views/store-view.tsx'

/** Milliseconds between updates of the menu and the list of worlds. */
const MENU_POLL_MS = 5000
/** Milliseconds until a success message closes. Error messages stay open until the next command. */
const SUCCESS_MESSAGE_MS = 6000

const VIEW_COMPONENTS: Record<View, ComponentType<{ params: URLSearchParams }>> = {
  overview: OverviewView,
  outbox: OutboxView,
  journal: JournalView,
  faults: FaultsView,
  clock: ClockView,
  orders: OrdersView,
  stock: StockView,
  store: StoreView,
}

/** The whole page: a select for the world, which the shop of this browser uses too, the menu, and the view of the hash. */
export function Console() {
  const hash = useHash()
  const { view, params } = parseViewHash(hash)
  const [world, setWorld] = useState(readWorld)
  const main = useRef<HTMLElement>(null)
  const { data: status, error, isPlaceholderData } = useControl('GET /status', {}, { pollMs: MENU_POLL_MS })
  const worlds = useControl('GET /worlds', {}, { pollMs: MENU_POLL_MS })
  const worldNames = worlds.data?.worlds.map(({ name }) => name) ?? []
  const problem = connectionProblem(error)
  const CurrentView = VIEW_COMPONENTS[view]

  useViewChange(view, main)
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the hash is the route, so a link to #main would leave the view. */}
      <a
        className="visually-hidden-focusable"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to the content
      </a>
      <Header world={world} worldNames={worldNames} onSelect={setWorld} />
      <Container fluid="xl" className="py-3">
        <Row className="g-3">
          <Col as="nav" lg={2} aria-label="Views">
            <Menu view={view} status={isPlaceholderData ? undefined : status} />
          </Col>
          <Col as="main" lg={10} ref={main} id="main" tabIndex={-1}>
            <ConnectionStatus isUnreachable={problem === 'unreachable'} />
            {problem === 'locked' ? (
              <TokenForm />
            ) : (
              <div className="d-grid gap-3" key={`${world} ${hash}`}>
                <CurrentView params={params} />
              </div>
            )}
          </Col>
        </Row>
      </Container>
      <ResultToast />
    </>
  )
}

/** Sets the title of the document, and moves the focus to the heading of a new view. */
function useViewChange(view: View, main: RefObject<HTMLElement | null>): void {
  const lastView = useRef<View | null>(null)
  useEffect(() => {
    document.title = `${toLabel(view)} · Kitabo emulator`
    // Screen readers announce the heading. The first view does not take the focus.
    if (lastView.current !== null && lastView.current !== view) main.current?.querySelector('h1')?.focus()
    lastView.current = view
  }, [view, main])
}

/** A message while the emulator does not respond. Always rendered, so that screen readers announce the message. */
function ConnectionStatus({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <div role="status" className="actions">
      {isUnreachable && (
        <>
          <p>
            <strong>The emulator does not respond.</strong> It may have been stopped. This page reconnects
            automatically.
          </p>
          <Button variant="outline-secondary" onClick={refetchQueries}>
            Try now
          </Button>
        </>
      )}
    </div>
  )
}

type HeaderProps = { world: string; worldNames: readonly string[]; onSelect: (world: string) => void }

function Header({ world, worldNames, onSelect }: HeaderProps) {
  return (
    <header className="bg-white border-bottom border-5 border-warning py-2">
      <Container fluid="xl" className="d-flex align-items-center justify-content-between gap-3">
        <a href="#/overview" className="fs-5 fw-semibold text-nowrap text-reset text-decoration-none">
          Kitabo<span className="d-none d-sm-inline"> emulator</span>
        </a>
        <Form.Select
          className="w-auto"
          aria-label="World"
          value={world}
          onChange={({ target }) => {
            selectWorld(target.value)
            onSelect(target.value)
          }}
        >
          {[...new Set([world, ...worldNames])].sort().map((name) => (
            <option key={name} value={name}>{`World: ${name}`}</option>
          ))}
        </Form.Select>
      </Container>
    </header>
  )
}

/** The result of the last command. */
function ResultToast() {
  const result = useLastCommandResult()
  const [closedId, setClosedId] = useState<number | null>(null)
  if (result === null || result.id === closedId) return null
  const { id, text, hasFailed } = result
  const close = () => setClosedId(id)
  return (
    <ToastContainer position="bottom-center" containerPosition="fixed" className="p-3">
      <Toast key={id} animation={false} autohide={!hasFailed} delay={SUCCESS_MESSAGE_MS} onClose={close}>
        <Toast.Body className="actions flex-nowrap">
          <span aria-hidden="true">{hasFailed ? '✕' : '✓'}</span>
          <p className="me-auto">{text}</p>
          <CloseButton variant="white" aria-label="Close this message" onClick={close} />
        </Toast.Body>
      </Toast>
    </ToastContainer>
  )
}

/** A form for the control token, which is stored for the tab. */
function TokenForm() {
  const [token, setToken] = useState('')
  const [refusedToken, setRefusedToken] = useState('')
  const unlock = async (event: SubmitEvent) => {
    event.preventDefault()
    storeToken(token.trim())
    const error = await control('GET /status').then(
      () => null,
      (cause: unknown) => cause,
    )
    if (connectionProblem(error) === 'locked') setRefusedToken(token)
    else refetchQueries()
  }
  return (
    <Form className="col-lg-6 d-grid gap-3" onSubmit={(event) => void unlock(event)}>
      <ViewHeading title="This emulator requires its token">
        Other machines can reach this emulator, so the control API requires its token. It was printed when the
        emulator started.
      </ViewHeading>
      <Field
        label="Token"
        error={token !== '' && refusedToken === token ? 'This is not the token of the emulator.' : undefined}
        type="password"
        autoComplete="off"
        value={token}
        onChange={({ target }) => setToken(target.value)}
      />
      <div>
        <Button type="submit">Unlock</Button>
      </div>
    </Form>
  )
}

type MenuProps = { view: View; status: SuccessOf<Control['status']['get']> | undefined }

/** Links to all views, with the numbers of messages, faults and orders. */
function Menu({ view, status }: MenuProps) {
  const counts: Partial<Record<View, number>> = status
    ? { outbox: status.world.messages, faults: status.world.faults, orders: status.world.orders }
    : {}
  return (
    <Nav as="ul" variant="pills" activeKey={view} className="menu flex-lg-column">
      {VIEWS.map((each) => (
        <Nav.Item as="li" key={each}>
          <Nav.Link
            className="position-relative d-flex align-items-center justify-content-between gap-2"
            eventKey={each}
            href={formatViewHash(each)}
            aria-current={each === view ? 'page' : undefined}
          >
            {toLabel(each)}
            {counts[each] ? (
              <Badge pill bg={each === 'faults' ? 'danger' : 'secondary'}>
                <span className="visually-hidden">, </span>
                {counts[each]}
              </Badge>
            ) : null}
          </Nav.Link>
        </Nav.Item>
      ))}
    </Nav>
  )
}
