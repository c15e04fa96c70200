import type { SuccessOf } from 'contracts/endpoint'
import type { Control } from '../../../src/control-api/control.ts'
import { storeControl } from '../../../src/control-api/store.ts'
import { EXTENSION_NAMES, type ExtensionName, Extensions } from '../../../src/provider/extensions.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import { CommandButton, Field, RequestForm, toNumbers, useForm } from '../ui/form.tsx'
import { Panel, QueryState, StatusBadge, ViewHead } from '../ui/panel.tsx'

type StoreSettings = SuccessOf<Control['store']['get']>

export function StoreView() {
  return (
    <>
      <ViewHead title="Store">
        The settings of the host. GET /config returns all but the lock. The shop shows them before it takes
        money, and the emulator refuses orders in maintenance or below the minimum.
      </ViewHead>
      <QueryState query={useControl('GET /store')} what="The store">
        {(data) => (
          <>
            <ul className="list-group">
              <Switch settings={data} name="maintenance_mode" label="Maintenance" isGood={false} />
              <Switch settings={data} name="self_pickup" label="Pickup" />
              <Switch settings={data} name="digital_payment" label="Online payment" />
            </ul>
            <AmountsForm settings={data} />
          </>
        )}
      </QueryState>
      <QueryState query={useControl('GET /extensions')} what="The extensions">
        {(data) => <ExtensionList extensions={data} />}
      </QueryState>
    </>
  )
}

/** The provider's additions to the original software. */
function ExtensionList({ extensions }: { extensions: Extensions }) {
  const changeExtensions = (isPresent: boolean, names: readonly ExtensionName[] = EXTENSION_NAMES) =>
    control('POST /extensions', { body: Object.fromEntries(names.map((name) => [name, isPresent])) })
  return (
    <Panel title="Extensions of this provider">
      <p>Turn them off to see the shop on the original software, which lacks them. A reset restores them.</p>
      <div className="actions mb-3">
        <CommandButton
          label="Turn all off"
          name="Turn off all extensions"
          send={() => changeExtensions(false)}
          done={EXTENSIONS_CHANGED}
        />
        <CommandButton
          label="Turn all on"
          name="Turn on all extensions"
          send={() => changeExtensions(true)}
          done={EXTENSIONS_CHANGED}
        />
      </div>
      <ul className="list-group">
        {EXTENSION_NAMES.map((name) => (
          <li key={name} className="list-group-item actions flex-nowrap">
            <div className="flex-fill">
              <strong>{name}</strong>{' '}
              <StatusBadge tone={extensions[name] ? 'success' : 'danger'}>
                {extensions[name] ? 'on' : 'off'}
              </StatusBadge>
              <div className="text-body-secondary small">{Extensions.shape[name].meta()?.description}</div>
            </div>
            <CommandButton
              label={extensions[name] ? 'Turn off' : 'Turn on'}
              name={`Turn ${extensions[name] ? 'off' : 'on'} ${name}`}
              send={() => changeExtensions(!extensions[name], [name])}
              done={EXTENSIONS_CHANGED}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const EXTENSIONS_CHANGED = 'The extensions are changed.'

const STORE_CHANGED = 'The store is changed.'

type SwitchProps = {
  settings: StoreSettings
  name: 'maintenance_mode' | 'self_pickup' | 'digital_payment'
  label: string
  /** Whether the shop works normally while the setting is on. */
  isGood?: boolean
}

function Switch({ settings, name, label, isGood = true }: SwitchProps) {
  const isOn = settings[name]
  return (
    <li className="list-group-item actions">
      <div className="flex-fill">
        <strong>{label}</strong>{' '}
        <StatusBadge tone={isOn === isGood ? 'success' : 'danger'}>{isOn ? 'on' : 'off'}</StatusBadge>
      </div>
      <CommandButton
        label={isOn ? 'Turn off' : 'Turn on'}
        name={`Turn ${isOn ? 'off' : 'on'} ${label}`}
        send={() => control('POST /store', { body: { [name]: !isOn } })}
        done={STORE_CHANGED}
      />
    </li>
  )
}

function AmountsForm({ settings }: { settings: StoreSettings }) {
  const form = useForm({
    schema: storeControl.change.body,
    initial: {},
    toBody: ({ collection_address, ...amounts }: Record<string, string>) => ({
      ...toNumbers(amounts),
      ...(collection_address === undefined ? {} : { collection_address }),
    }),
    send: (body) => runCommand(() => control('POST /store', { body }), STORE_CHANGED),
  })
  return (
    <Panel title="Amounts and address">
      <RequestForm
        form={form}
        submit="Save"
        className="columns"
        disabled={Object.keys(form.draft).length === 0}
      >
        <Field
          label="Minimum order in UGX, without delivery"
          inputMode="numeric"
          {...form.field('minimum_order_value', `${settings.minimum_order_value}`)}
        />
        <Field
          label="Delivery in UGX per kilometre"
          inputMode="numeric"
          {...form.field('shipping_per_km', `${settings.shipping_per_km}`)}
        />
        <Field
          label="Lock after five wrong passwords, in seconds"
          inputMode="numeric"
          {...form.field('lock_seconds', `${settings.lock_seconds}`)}
        />
        <Field
          label="Address for collection"
          {...form.field('collection_address', settings.collection_address)}
        />
      </RequestForm>
    </Panel>
  )
}
