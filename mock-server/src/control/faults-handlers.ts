import type { Control } from '../control-api/control.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'

export const faultsHandlers: Handlers<Control['faults']> = {
  list: ({ world }) => ({ status: 200, body: { faults: world.faults.list() } }),
  add: ({ world, body }) => {
    const fault = world.faults.add(body)
    return fault
      ? { status: 200, body: fault }
      : refuseWithMessage(409, '((There are too many faults; remove some.))')
  },
  remove: ({ world, body }) => {
    if (body.id === undefined) {
      world.faults.clear()
      return { status: 200, body: { message: 'All faults are removed.' } }
    }
    return world.faults.remove(body.id)
      ? { status: 200, body: { message: `Fault ${body.id} is removed.` } }
      : refuseWithMessage(404, `((There is no fault ${body.id}.))`)
  },
}
