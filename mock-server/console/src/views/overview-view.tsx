import { API_PREFIX } from 'contracts/client'
import type { SuccessOf } from 'contracts/endpoint'
import { EMULATOR_PREFIX } from '../../../src/control-api/client.ts'
import type { Control } from '../../../src/control-api/control.ts'
import { control, useControl } from '../control-client.ts'
import { formatCount, formatDateTime } from '../format.ts'
import { CommandButton, copyText } from '../ui/command-button.tsx'
import { Panel, ViewHeading } from '../ui/panel.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { DescriptionList } from '../ui/values.tsx'
import { formatViewHash, type View } from '../view-hash.ts'

type Status = SuccessOf<Control['status']['get']>

export function OverviewView() {
  return (
    <>
      <ViewHeading title="Overview" />
      <QueryState query={useControl('GET /status')} subject="The overview">
        {(status) => (
          <>
            <p className="text-body-secondary">
              <span className="text-success">✓ The emulator is up</span> and imitates build {status.profile}{' '}
              of the host
              {status.strict ? ' in strict mode' : ''}.
            </p>
            <div className="columns narrow">
              <CountLink count={status.products} noun="product" view="stock" />
              <CountLink count={status.world.orders} noun="order" view="orders" />
              <CountLink count={status.world.messages} noun="message" view="outbox" />
              <CountLink count={status.world.faults} noun="fault" view="faults" />
            </div>
            <div className="columns">
              <WorldPanel world={status.world} worldCount={status.worlds} />
              <DemoAccountPanel account={status.demo_account} />
              <LinksPanel hasShop={status.shop} />
              <ProcessPanel {...status} />
            </div>
            <InvalidResponsesPanel responses={status.broken_responses} />
          </>
        )}
      </QueryState>
    </>
  )
}

function WorldPanel({ world, worldCount }: { world: Status['world']; worldCount: number }) {
  return (
    <Panel
      title={`World "${world.name}"`}
      actions={
        <CommandButton
          label="Reset"
          name={`Reset ${world.name} to the seed`}
          question={`Discard all changes in ${world.name}?`}
          send={() => control('POST /reset')}
          successMessage={`World "${world.name}" is reset.`}
        />
      }
    >
      <DescriptionList
        details={{
          Time: `${formatDateTime(world.now)}${world.frozen ? ', frozen' : ''}`,
          'Random seed': world.seed ?? 'none: ids and codes are random',
          Worlds: worldCount,
        }}
      />
    </Panel>
  )
}

function ProcessPanel({ version, uptime, memory }: Pick<Status, 'version' | 'uptime' | 'memory'>) {
  return (
    <Panel title="Process">
      <DescriptionList
        details={{
          Version: version,
          Uptime: formatCount(Math.round(uptime / 60), 'minute'),
          Memory: `${Math.round(memory / 1_000_000)} MB`,
          API: `${window.location.origin}${API_PREFIX}`,
        }}
      />
    </Panel>
  )
}

function InvalidResponsesPanel({ responses }: { responses: readonly string[] }) {
  return (
    <Panel title="Responses that violated their contract">
      {responses.length === 0 && <p className="text-success">✓ None so far.</p>}
      {responses.map((response, index) => (
        <p key={index} className="text-danger">
          {response}
        </p>
      ))}
    </Panel>
  )
}

function CountLink({ count, noun, view }: { count: number; noun: string; view: View }) {
  return (
    <a href={formatViewHash(view)} className="card card-body count-link">
      <strong className="fs-3">{count.toLocaleString('en-US')}</strong> {count === 1 ? noun : `${noun}s`}
    </a>
  )
}

function DemoAccountPanel({ account }: { account: Status['demo_account'] }) {
  return (
    <Panel title="Demo account">
      {account ? (
        <>
          <DescriptionList details={{ 'E-mail': account.email, Password: account.password }} />
          <div className="actions">
            <CommandButton
              label="Copy e-mail"
              send={() => copyText(account.email)}
              successMessage="The e-mail is copied."
            />
            <CommandButton
              label="Copy password"
              send={() => copyText(account.password)}
              successMessage="The password is copied."
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
  "The provider's API, OpenAPI": `${EMULATOR_PREFIX}/provider/openapi.json`,
  'The control API, OpenAPI': `${EMULATOR_PREFIX}/openapi.json`,
  Documentation: `${EMULATOR_PREFIX}/readme`,
}

function LinksPanel({ hasShop }: { hasShop: boolean }) {
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
          <li className="text-body-secondary py-2">
            No shop is served: start the emulator with npm start or --shop.
          </li>
        )}
      </ul>
    </Panel>
  )
}
