import { readReport } from '../drift/report.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { StartError } from '../start-error.ts'
import type { World } from '../world/world.ts'
import type { Control } from './contract.ts'

function driftState({ drift }: World) {
  const endpoints = drift?.endpoints.filter((each) => each.findings.length > 0) ?? []
  return {
    target: drift?.target ?? null,
    endpoints: endpoints.map(({ name, method, path, findings }) => ({
      name,
      method,
      path,
      findings: findings.map(({ where, expected, actual }) => ({ where, expected, actual })),
    })),
  }
}

export const driftHandlers: Handlers<Control['drift']> = {
  get: ({ world }) => ({ status: 200, body: driftState(world) }),
  load: ({ world, body }) => {
    try {
      world.drift = readReport(body.report)
    } catch (error) {
      if (error instanceof StartError) return refuseWithMessage(400, `((${error.message}))`)
      throw error
    }
    return { status: 200, body: driftState(world) }
  },
  clear: ({ world }) => {
    world.drift = null
    return { status: 200, body: { message: 'The emulator follows the contract again.' } }
  },
}
