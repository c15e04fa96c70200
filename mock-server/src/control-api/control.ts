import { clockControl } from './clock.ts'
import { extensionsControl } from './extensions.ts'
import { faultsControl } from './faults.ts'
import { journalControl } from './journal.ts'
import { ordersControl } from './orders.ts'
import { outboxControl } from './outbox.ts'
import { healthControl, statusControl } from './status.ts'
import { stockControl } from './stock.ts'
import { storeControl } from './store.ts'
import { resetControl, snapshotsControl, worldsControl } from './worlds.ts'

/** Declared like the provider's endpoints, so that both share validation, typed client and OpenAPI generator. */
export const control = {
  status: statusControl,
  worlds: worldsControl,
  reset: resetControl,
  snapshots: snapshotsControl,
  clock: clockControl,
  faults: faultsControl,
  outbox: outboxControl,
  journal: journalControl,
  orders: ordersControl,
  stock: stockControl,
  store: storeControl,
  extensions: extensionsControl,
}

export type Control = typeof control

/** The control API as its OpenAPI document describes it, with the route that no world handles. */
export const documentedControl = { ...control, health: healthControl }
