import type { SuccessOf } from 'contracts/endpoint'
import type { Control } from '../../../src/control/contract.ts'
import { hrefOf, VIEWS, type View } from '../route.ts'

type Status = SuccessOf<Control['status']['get']>

/** Links to the views, with counts of the world's messages, faults and orders. */
export function Menu({ view, status }: { view: View; status: Status | undefined }) {
  const numbers: Partial<Record<View, number>> = status
    ? { outbox: status.world.messages, faults: status.world.faults, orders: status.world.orders }
    : {}
  return (
    <nav aria-label="Views" className="menu">
      <ul>
        {VIEWS.map(([each, label]) => (
          <li key={each}>
            <a href={hrefOf(each)} aria-current={each === view ? 'page' : undefined}>
              {label}
              {(numbers[each] ?? 0) > 0 && (
                <span className={each === 'faults' ? 'number warn' : 'number'}>
                  <span className="unseen">, </span>
                  {numbers[each]}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
