import type { SuccessOf } from 'contracts/endpoint'
import type { Control } from '../../../src/control-api/control.ts'
import { control, useControl } from '../control-client.ts'
import { formatCount, formatDateTime } from '../format.ts'
import { hrefOf, type View } from '../route.ts'
import { CommandButton, copyText } from '../ui/form.tsx'
import { DescriptionList, Panel, QueryState, ViewHead } from '../ui/panel.tsx'

export function OverviewView() {
  return (
    <>
      <ViewHead title="Overview" />
      <QueryState query={useControl('GET /status')} what="The overview">
        {({ world, ...status }) => (
          <>
            <p className="text-body-secondary">
              <span className="text-success">✓ The emulator is up</span> and imitates build {status.profile}{' '}
              of the host
              {status.strict ? ' in strict mode' : ''}.
            </p>
            <div className="columns narrow">
              <Tile count={status.products} noun="product" view="stock" />
              <Tile count={world.orders} noun="order" view="orders" />
              <Tile count={world.messages} noun="message" view="outbox" />
              <Tile count={world.faults} noun="fault" view="faults" />
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
                <DescriptionList
                  facts={{
                    Time: `${formatDateTime(world.now)}${world.frozen ? ', frozen' : ''}`,
                    Seed: world.seed ?? 'none: ids and codes are random',
                    Worlds: status.worlds,
                  }}
                />
              </Panel>
              <DemoAccountPanel account={status.demo_account} />
              <Links hasShop={status.shop} />
              <Panel title="Process">
                <DescriptionList
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
      </QueryState>
    </>
  )
}

function Tile({ count, noun, view }: { count: number; noun: string; view: View }) {
  return (
    <a href={hrefOf(view)} className="card card-body tile">
      <strong className="fs-3">{count.toLocaleString('en-US')}</strong> {count === 1 ? noun : `${noun}s`}
    </a>
  )
}

type Account = SuccessOf<Control['status']['get']>['demo_account']

function DemoAccountPanel({ account }: { account: Account }) {
  return (
    <Panel title="Demo account">
      {account ? (
        <>
          <DescriptionList facts={{ 'E-mail': account.email, Password: account.password }} />
          <div className="actions">
            <CommandButton
              label="Copy e-mail"
              send={() => copyText(account.email)}
              done="The e-mail is copied."
            />
            <CommandButton
              label="Copy password"
              send={() => copyText(account.password)}
              done="The password is copied."
            />
          </div>
        </>
      ) : (
        <p className="text-body-secondary">The catalogue of this world has no customers.</p>
      )}
    </Panel>
  )
}

const DOCUMENTS = {
  "The provider's API, OpenAPI": '/__emulator/provider/openapi.json',
  'The control API, OpenAPI': '/__emulator/openapi.json',
  Documentation: '/__emulator/readme',
}

function Links({ hasShop }: { hasShop: boolean }) {
  const links = Object.entries({ ...(hasShop ? { 'The shop': '/' } : {}), ...DOCUMENTS })
  return (
    <Panel title="Links">
      <ul>
        {links.map(([label, href]) => (
          <li key={href}>
            <a className="d-inline-block py-2" href={href}>
              {label}
            </a>
          </li>
        ))}
        {!hasShop && (
          <li className="text-body-secondary py-2">No shop is served: start with npm start, or --shop.</li>
        )}
      </ul>
    </Panel>
  )
}
