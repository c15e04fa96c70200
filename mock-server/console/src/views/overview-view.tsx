import { count, showBytes, showDuration } from '../format.ts'
import { useControl } from '../queries.ts'
import { hrefOf } from '../route.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'

/** The emulator's configuration and state. */
export function OverviewView() {
  return (
    <>
      <h1 tabIndex={-1}>Overview</h1>
      <Loaded query={useControl('GET /status', 2000)} what="The overview">
        {(status) => (
          <>
            <p className="lead">
              <span className="ok">✓ The emulator is up</span> and imitates build {status.profile} of the host
              {status.strict ? ' in strict mode' : ''}.
            </p>
            {status.world.drift !== null && (
              <p>
                <span className="chip fault">Drift</span> This world responds like{' '}
                <a href={hrefOf('drift')}>{status.world.drift}</a> did.
              </p>
            )}
            <ul className="tiles">
              <Tile number={status.products} words={['product', 'products']} view="stock" />
              <Tile number={status.world.orders} words={['order', 'orders']} view="orders" />
              <Tile number={status.world.messages} words={['message', 'messages']} view="outbox" />
              <Tile number={status.world.faults} words={['fault', 'faults']} view="faults" />
            </ul>
            <div className="columns">
              <Panel title={`World "${status.world.name}"`}>
                <dl className="facts">
                  <dt>Time</dt>
                  <dd>
                    <Moment iso={status.world.now} />
                    {status.world.frozen ? ', frozen' : ''}
                  </dd>
                  <dt>Seed</dt>
                  <dd>{status.world.seed ?? 'none: ids and codes are random'}</dd>
                  <dt>Demo account</dt>
                  <dd>{status.demo_account ?? 'none'}</dd>
                  <dt>Worlds</dt>
                  <dd>
                    <a href={hrefOf('worlds')}>{count(status.worlds, 'world')}</a>
                  </dd>
                </dl>
              </Panel>
              <Panel title="Process">
                <dl className="facts">
                  <dt>Version</dt>
                  <dd>{status.version}</dd>
                  <dt>Uptime</dt>
                  <dd>{showDuration(status.uptime)}</dd>
                  <dt>Memory</dt>
                  <dd>{showBytes(status.memory)}</dd>
                  <dt>API</dt>
                  <dd>{`${window.location.origin}/api/v1`}</dd>
                </dl>
              </Panel>
            </div>
            <Panel title="Responses that violated their contract">
              {status.broken_answers.length === 0 ? (
                <p className="ok">✓ None so far.</p>
              ) : (
                <ul className="broken">
                  {status.broken_answers.map((response, index) => (
                    <li key={index}>{response}</li>
                  ))}
                </ul>
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </>
  )
}

type TileProps = {
  number: number
  words: [one: string, many: string]
  view: Parameters<typeof hrefOf>[0]
}

function Tile({ number, words: [one, many], view }: TileProps) {
  return (
    <li>
      <a href={hrefOf(view)}>
        <strong>{number.toLocaleString('en-US')}</strong> {number === 1 ? one : many}
      </a>
    </li>
  )
}
