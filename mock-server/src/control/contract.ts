import { clockControl } from './clock-contract.ts'
import { driftControl } from './drift-contract.ts'
import { faultsControl } from './faults-contract.ts'
import { journalControl } from './journal-contract.ts'
import { ordersControl, stockControl } from './orders-contract.ts'
import { outboxControl } from './outbox-contract.ts'
import { seenControl } from './seen-contract.ts'
import { statusControl } from './status-contract.ts'
import { resetControl, snapshotsControl, worldsControl } from './worlds-contract.ts'

/**
 * The control API, below /__emulator. Declared in the same way as the provider's calls, so that
 * they have the same checks, the same typed client and the same kind of document.
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
  drift: driftControl,
  seen: seenControl,
  orders: ordersControl,
  stock: stockControl,
}

export type Control = typeof control
