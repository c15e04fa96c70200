import type { Finding } from '../../src/schema/finding.ts'
import type { Reply } from '../send/request.ts'

/** How a request ended without an answer that could be judged. */
export type NoAnswer = 'connection' | 'timeout'

/** Why a reply is no answer; a host that asks to wait, or whose certificate is not trusted, has answered. */
export function noAnswerOf(reply: Reply): NoAnswer | undefined {
  return reply.kind === 'none' && (reply.why === 'connection' || reply.why === 'timeout')
    ? reply.why
    : undefined
}

/** Something that was sent and got no answer: a case or a picture folder. */
type Unanswered = { state: string; noAnswer?: NoAnswer; reason?: string; findings: Finding[] }

/** Turns missing answers into findings. Only for a host that still answers elsewhere: there they are its behaviour. */
export function judgeNoAnswer(outcomes: readonly Unanswered[]): void {
  for (const outcome of outcomes) {
    if (outcome.state !== 'error' || outcome.noAnswer === undefined) continue
    const actual = outcome.noAnswer === 'timeout' ? 'timeout' : 'connection closed'
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
