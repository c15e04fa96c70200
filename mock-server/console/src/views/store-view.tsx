import type { SuccessOf } from 'contracts/endpoint'
import type { Control } from '../../../src/control-api/control.ts'
import { storeControl } from '../../../src/control-api/store.ts'
import { EXTENSION_NAMES, type ExtensionName, Extensions } from '../../../src/provider/extensions.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import { CommandButton } from '../ui/command-button.tsx'
import { Field, RequestForm, toNumbers, useForm } from '../ui/form.tsx'
import { Panel, ViewHeading } from '../ui/panel.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/values.tsx'

type StoreSettings = SuccessOf<Control['store']['get']>

export function StoreView() {
  return (
    <>
      <ViewHeading title="Store">
        The settings of the host, which GET /config returns except for the lock. The emulator refuses orders
        in maintenance or below the minimum.
      </ViewHeading>
      <QueryState query={useControl('GET /store')} subject="The store">
        {(data) => (
          <>
            <ul className="list-group">
              <SettingRow settings={data} name="maintenance_mode" label="Maintenance" isNormallyOn={false} />
              <SettingRow settings={data} name="self_pickup" label="Pickup" />
              <SettingRow settings={data} name="digital_payment" label="Online payment" />
            </ul>
            <AmountsForm settings={data} />
          </>
        )}
      </QueryState>
      <QueryState query={useControl('GET /extensions')} subject="The extensions">
        {(data) => <ExtensionsPanel extensions={data} />}
      </QueryState>
    </>
  )
}

/** The provider's additions to the original software. */
function ExtensionsPanel({ extensions }: { extensions: Extensions }) {
  const changeExtensions = (isPresent: boolean, names: readonly ExtensionName[] = EXTENSION_NAMES) =>
    control('POST /extensions', { body: Object.fromEntries(names.map((name) => [name, isPresent])) })
  return (
    <Panel title="The provider's extensions">
      <p>Turn them off to see the shop on the original software, which lacks them. A reset restores them.</p>
      <div className="actions mb-3">
        <CommandButton
          label="Turn all off"
          name="Turn off all extensions"
          send={() => changeExtensions(false)}
          successMessage={EXTENSIONS_MESSAGE}
        />
        <CommandButton
          label="Turn all on"
          name="Turn on all extensions"
          send={() => changeExtensions(true)}
          successMessage={EXTENSIONS_MESSAGE}
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
              successMessage={EXTENSIONS_MESSAGE}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const EXTENSIONS_MESSAGE = 'The extensions are changed.'

const STORE_MESSAGE = 'The store is changed.'

type SettingRowProps = {
  settings: StoreSettings
  name: 'maintenance_mode' | 'self_pickup' | 'digital_payment'
  label: string
  /** Whether the shop works normally while the setting is on. */
  isNormallyOn?: boolean
}

function SettingRow({ settings, name, label, isNormallyOn = true }: SettingRowProps) {
  const isOn = settings[name]
  return (
    <li className="list-group-item actions">
      <div className="flex-fill">
        <strong>{label}</strong>{' '}
        <StatusBadge tone={isOn === isNormallyOn ? 'success' : 'danger'}>{isOn ? 'on' : 'off'}</StatusBadge>
      </div>
      <CommandButton
        label={isOn ? 'Turn off' : 'Turn on'}
        name={`Turn ${isOn ? 'off' : 'on'} ${label}`}
        send={() => control('POST /store', { body: { [name]: !isOn } })}
        successMessage={STORE_MESSAGE}
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
      collection_address,
    }),
    send: (body) => runCommand(() => control('POST /store', { body }), STORE_MESSAGE),
  })
  return (
    <Panel title="Amounts and address">
      <RequestForm
        form={form}
        submitLabel="Save"
        className="columns"
        disabled={Object.keys(form.draft).length === 0}
      >
        <Field
          label="Minimum order without delivery, UGX"
          inputMode="numeric"
          {...form.field('minimum_order_value', `${settings.minimum_order_value}`)}
        />
        <Field
          label="Delivery per kilometre, UGX"
          inputMode="numeric"
          {...form.field('shipping_per_km', `${settings.shipping_per_km}`)}
        />
        <Field
          label="Lock after five wrong passwords, seconds"
          inputMode="numeric"
          {...form.field('lock_seconds', `${settings.lock_seconds}`)}
        />
        <Field label="Pickup address" {...form.field('collection_address', settings.collection_address)} />
      </RequestForm>
    </Panel>
  )
}
