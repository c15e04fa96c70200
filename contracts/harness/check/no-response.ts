import type { Finding } from '../../src/schema/finding.ts'
import type { Reply } from '../send/request.ts'

/** Why a request has no response that can be validated. */
export type NoResponse = 'connection' | 'timeout'

/** Returns why there is no response. A rate limit or an untrusted certificate is a response. */
export function noResponseOf(reply: Reply): NoResponse | undefined {
  return reply.kind === 'none' && (reply.why === 'connection' || reply.why === 'timeout')
    ? reply.why
    : undefined
}

/** A case or image folder without a response. */
type Unanswered = { state: string; noResponse?: NoResponse; reason?: string; findings: Finding[] }

/** Converts missing responses to findings. Only for a host that responds elsewhere, where they are its behaviour. */
export function validateNoResponse(outcomes: readonly Unanswered[]): void {
  for (const outcome of outcomes) {
    if (outcome.state !== 'error' || outcome.noResponse === undefined) continue
    const actual = outcome.noResponse === 'timeout' ? 'timeout' : 'connection closed'
    outcome.state = 'judged'
    outcome.findings = [
      {
        class: 'behaviour',
        rule: 'no-answer',
        where: '$connection',
        expected: 'a response',
        actual,
        count: 1,
      },
    ]
    delete outcome.reason
  }
}
