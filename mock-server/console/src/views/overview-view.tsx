import Card from 'react-bootstrap/Card'
import { control } from '../control.ts'
import { showBytes, showDuration, showMoment } from '../format.ts'
import { useControl } from '../queries.ts'
import { hrefOf, type View } from '../route.ts'
import { CommandButton } from '../ui/command-button.tsx'
import { Facts, Loaded, Panel, ViewHead } from '../ui/panel.tsx'

export function OverviewView() {
  return (
    <>
      <ViewHead title="Overview" />
      <Loaded query={useControl('GET /status', 2000)} what="The overview">
        {({ world, ...status }) => (
          <>
            <p className="text-body-secondary">
              <span className="text-success">✓ The emulator is up</span> and imitates build {status.profile}{' '}
              of the host
              {status.strict ? ' in strict mode' : ''}.
            </p>
            <ul className="columns narrow">
              <Tile number={status.products} words={['product', 'products']} view="stock" />
              <Tile number={world.orders} words={['order', 'orders']} view="orders" />
              <Tile number={world.messages} words={['message', 'messages']} view="outbox" />
              <Tile number={world.faults} words={['fault', 'faults']} view="faults" />
            </ul>
            <div className="columns">
              <Panel
                title={`World "${world.name}"`}
                actions={
                  <CommandButton
                    label="Reset"
                    name={`Reset ${world.name} to the seed`}
                    question={`Discard all changes in ${world.name}?`}
                    send={() => control('POST /reset')}
                    done={`World "${world.name}" is reset.`}
                  />
                }
              >
                <Facts
                  facts={{
                    Time: `${showMoment(world.now)}${world.frozen ? ', frozen' : ''}`,
                    Seed: world.seed ?? 'none: ids and codes are random',
                    'Demo account': status.demo_account ?? 'none',
                    Worlds: status.worlds,
                  }}
                />
              </Panel>
              <Panel title="Process">
                <Facts
                  facts={{
                    Version: status.version,
                    Uptime: showDuration(status.uptime),
                    Memory: showBytes(status.memory),
                    API: `${window.location.origin}/api/v1`,
                  }}
                />
              </Panel>
            </div>
            <Panel title="Responses that violated their contract">
              {status.broken_responses.length === 0 ? (
                <p className="text-success">✓ None so far.</p>
              ) : (
                <ul className="rows text-danger">
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

type TileProps = { number: number; words: [one: string, many: string]; view: View }

function Tile({ number, words: [one, many], view }: TileProps) {
  return (
    <li>
      <Card body className="position-relative">
        <span className="fs-2">{number.toLocaleString('en-US')}</span>
        <a href={hrefOf(view)} className="stretched-link">
          {number === 1 ? one : many}
        </a>
      </Card>
    </li>
  )
}
