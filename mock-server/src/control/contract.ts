import { faultsControl } from './faults-contract.ts'
import { journalControl } from './journal-contract.ts'
import { ordersControl, stockControl } from './orders-contract.ts'
import { outboxControl } from './outbox-contract.ts'
import { clockControl, statusControl } from './status-and-clock-contract.ts'
import { storeControl } from './store-contract.ts'
import { resetControl, snapshotsControl, worldsControl } from './worlds-contract.ts'

/**
 * The control API below /__emulator, declared like the provider's endpoints, so that both share the validation, the typed
 * client and the OpenAPI generator.
 */
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
}

export type Control = typeof control
