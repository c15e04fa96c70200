import type { Known } from '../../cases/case.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { judgePicture } from '../check/check-response.ts'
import { type NoAnswer, noAnswerOf } from '../check/no-response.ts'
import type { ImagePlace } from '../plan/contracts.ts'
import { isSelected } from '../plan/plan-cases.ts'
import type { Session } from './session.ts'

/** The result for one picture folder. */
export type PictureOutcome = {
  place: ImagePlace
  state: 'judged' | 'skipped' | 'error'
  reason?: string
  findings: Finding[]
  note?: string
  /** How it went without an answer. */
  noAnswer?: NoAnswer
  curl: string
  requests: number
  ms: number
}

/** The result for a picture folder that nothing recorded says anything of. */
export function notRecorded(place: ImagePlace): PictureOutcome {
  const reason = 'not in the recording'
  return { place, state: 'skipped', reason, findings: [], curl: '', requests: 0, ms: 0 }
}

/** Files that are tried in a folder: a single missing one is data, not drift. */
const FILES = 3

type Look = { found: Finding | 'missing' | null } | { error: string; noAnswer: NoAnswer | undefined }

/**
 * Asks for pictures as the shop does: a product's in the first place and, where it is not there, in the second; a
 * banner's in its own. A place has a finding when none of a few files is found, or when something else answers.
 */
export async function runPictures(
  session: Session,
  known: Known,
  only: readonly string[] | null,
): Promise<PictureOutcome[]> {
  const { images } = session.contracts
  if (images.length === 0) return []
  const [first, second, banner] = images.map(
    (place): PictureOutcome => ({ place, state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }),
  ) as [PictureOutcome, PictureOutcome, PictureOutcome]
  const wanted = (outcome: PictureOutcome) => isSelected(outcome.place.name, null, only)

  if (wanted(first) || wanted(second)) await lookForProducts(session, known, first, second)
  if (wanted(banner)) await lookForBanners(session, known, banner)
  return [first, second, banner].filter(wanted)
}

async function lookForProducts(
  session: Session,
  known: Known,
  first: PictureOutcome,
  second: PictureOutcome,
) {
  const files = (known.productFiles ?? []).slice(0, FILES)
  if (files.length === 0)
    first.reason = second.reason = 'no earlier response contained the file name of a product image'
  let missing = 0
  for (const file of files) {
    const one = await look(session, first, file)
    const other = await look(session, second, file)
    if ('error' in one || 'error' in other) {
      settle(first, one)
      settle(second, other)
      return
    }
    if (one.found === 'missing' && other.found === 'missing') {
      missing++
      continue
    }
    settle(first, one)
    settle(second, other)
    if (one.found === 'missing') first.note = '404; the image is in the second folder, as the shop expects'
    if (other.found === 'missing') second.reason = '404; the image is in the first folder'
    // A picture in the second place alone is enough.
    if (one.found === 'missing' && other.found === null) first.state = 'judged'
    return
  }
  if (missing > 0) {
    first.state = 'judged'
    first.findings = [nowhere(missing)]
    second.reason = '404 as well; reported at images.product'
  }
}

async function lookForBanners(session: Session, known: Known, banner: PictureOutcome) {
  const files = (known.bannerFiles ?? []).slice(0, FILES)
  if (files.length === 0) banner.reason = 'no earlier response contained the file name of a banner'
  let missing = 0
  for (const file of files) {
    const seen = await look(session, banner, file)
    if ('error' in seen || seen.found !== 'missing') return settle(banner, seen)
    missing++
  }
  if (missing > 0) {
    banner.state = 'judged'
    banner.findings = [nowhere(missing)]
  }
  return undefined
}

function nowhere(count: number): Finding {
  const about = {
    where: '$status',
    expected: '200 for a listed file',
    actual: '404 for all tried files',
  }
  return { class: 'behaviour', rule: 'missing-picture', ...about, count }
}

function settle(outcome: PictureOutcome, seen: Look): void {
  if ('error' in seen) {
    outcome.state = 'error'
    outcome.reason = seen.error
    if (seen.noAnswer) outcome.noAnswer = seen.noAnswer
  } else if (seen.found !== 'missing') {
    outcome.state = 'judged'
    outcome.findings = seen.found ? [seen.found] : []
  }
}

async function look(session: Session, outcome: PictureOutcome, file: string): Promise<Look> {
  const { name, path } = outcome.place
  const outgoing = {
    name,
    method: 'GET',
    path: path.replace('{file}', encodeURIComponent(file)),
    json: false,
  }
  const before = session.sent()
  const reply = await session.send(outgoing)
  outcome.curl = session.curl(outgoing)
  outcome.requests += session.sent() - before
  outcome.ms += reply.ms
  return reply.kind === 'none'
    ? { error: reply.reason, noAnswer: noAnswerOf(reply) }
    : { found: judgePicture(reply) }
}
