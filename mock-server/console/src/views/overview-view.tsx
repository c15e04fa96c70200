import { control } from '../control.ts'
import { showBytes, showDuration } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { hrefOf } from '../route.ts'
import { ConfirmButton } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Moment, Panel } from '../ui/panel.tsx'

export function OverviewView() {
  const { busy, run } = useCommand()
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
                  <dd>{status.worlds}</dd>
                </dl>
                <ConfirmButton
                  label="Reset"
                  name={`Reset ${status.world.name} to the seed`}
                  question={`Discard all changes in ${status.world.name}?`}
                  disabled={busy}
                  onConfirm={() =>
                    void run(() => control('POST /reset'), `World "${status.world.name}" is reset.`)
                  }
                />
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
              {status.broken_responses.length === 0 ? (
                <p className="ok">✓ None so far.</p>
              ) : (
                <ul className="broken">
                  {status.broken_responses.map((response, index) => (
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
