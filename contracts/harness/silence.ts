import type { Finding } from '../src/finding.ts'
import type { Reply } from './ask.ts'

/** How a request ended without an answer that could be judged. */
export type Silence = 'connection' | 'timeout'

/** The silence of a reply; a host that asks to wait, or whose certificate is not trusted, is not silent. */
export function silenceOf(reply: Reply): Silence | undefined {
  return reply.kind === 'none' && (reply.why === 'connection' || reply.why === 'timeout')
    ? reply.why
    : undefined
}

/** Something that was sent and got no answer: a case or a picture folder. */
type Silent = { state: string; silence?: Silence; reason?: string; findings: Finding[] }

/** Turns silence into findings. Only for a host that still answers elsewhere: there, silence is its behaviour. */
export function judgeSilence(outcomes: readonly Silent[]): void {
  for (const outcome of outcomes) {
    if (outcome.state !== 'error' || outcome.silence === undefined) continue
    const actual = outcome.silence === 'timeout' ? 'no whole answer in time' : 'a closed connection'
    outcome.state = 'judged'
    outcome.findings = [
      {
        class: 'behaviour',
        rule: 'no-answer',
        where: '$connection',
        expected: 'an answer',
        actual,
        count: 1,
      },
    ]
    delete outcome.reason
  }
}
