import { control, useControl } from '../control.ts'
import { formatCount, showMoment } from '../format.ts'
import { hrefOf, type View } from '../route.ts'
import { CommandButton } from '../ui/form.tsx'
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
            <div className="columns narrow">
              <Tile count={formatCount(status.products, 'product')} view="stock" />
              <Tile count={formatCount(world.orders, 'order')} view="orders" />
              <Tile count={formatCount(world.messages, 'message')} view="outbox" />
              <Tile count={formatCount(world.faults, 'fault')} view="faults" />
            </div>
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
                    Uptime: formatCount(Math.round(status.uptime / 60), 'minute'),
                    Memory: `${Math.round(status.memory / 1_000_000)} MB`,
                    API: `${window.location.origin}/api/v1`,
                  }}
                />
              </Panel>
            </div>
            <Panel title="Responses that violated their contract">
              {status.broken_responses.length === 0 && <p className="text-success">✓ None so far.</p>}
              {status.broken_responses.map((response, index) => (
                <p key={index} className="text-danger">
                  {response}
                </p>
              ))}
            </Panel>
          </>
        )}
      </Loaded>
    </>
  )
}

const Tile = ({ count, view }: { count: string; view: View }) => (
  <a href={hrefOf(view)} className="card card-body fs-5 text-nowrap">
    {count}
  </a>
)
