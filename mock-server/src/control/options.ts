import type { AnswerChecks } from '../http/endpoint-route.ts'
import type { PaymentSettings } from '../payments/webhooks.ts'
import type { Worlds } from '../world/worlds.ts'

export type ControlOptions = {
  worlds: Worlds
  checks: AnswerChecks
  strict: boolean
  /** Contract violations of the emulator's responses so far. */
  brokenAnswers: readonly string[]
  onBrokenAnswer: (key: string, faults: string[]) => void
  payments: PaymentSettings
}
