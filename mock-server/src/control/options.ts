import type { ResponseChecks } from '../http/endpoint-route.ts'
import type { PaymentSettings } from '../payments/webhooks.ts'
import type { Worlds } from '../world/worlds.ts'

export type ControlOptions = {
  worlds: Worlds
  checks: ResponseChecks
  strict: boolean
  /** Contract violations of the emulator's responses so far. */
  invalidResponses: readonly string[]
  onInvalidResponse: (key: string, faults: string[]) => void
  payments: PaymentSettings
}
