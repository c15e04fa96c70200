import type { Known } from '../../cases/case.ts'
import type { Finding } from '../../src/schema/finding.ts'
import { validateImage } from '../check/check-response.ts'
import type { ImagePlace } from '../plan/contracts.ts'
import { isSelected } from '../plan/plan-cases.ts'
import { type NoResponse, noResponseOf } from './request.ts'
import type { Session } from './session.ts'

export type ImageOutcome = {
  place: ImagePlace
  state: 'validated' | 'skipped' | 'error'
  reason?: string
  findings: Finding[]
  note?: string
  /** Why there is no response. */
  noResponse?: NoResponse | undefined
  curl: string
  requests: number
  ms: number
}

/** Returns the result of an image folder that is not in the recording. */
export function notRecorded(place: ImagePlace): ImageOutcome {
  const reason = 'not in the recording'
  return { place, state: 'skipped', reason, findings: [], curl: '', requests: 0, ms: 0 }
}

/** Number of files to try per folder. A single missing file is data, not drift. */
const FILES = 3

type Look = { found: Finding | 'missing' | null } | { error: string; noResponse: NoResponse | undefined }

/**
 * Requests images as the shop does: a product image from the first folder and then from the second, a banner from its
 * own. A folder has a finding if none of several files exists, or if the response is not an image.
 */
export async function runImages(
  session: Session,
  known: Known,
  only: readonly string[] | null,
): Promise<ImageOutcome[]> {
  const { images } = session.contracts
  if (images.length === 0) return []
  const [first, second, banner] = images.map(
    (place): ImageOutcome => ({ place, state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }),
  ) as [ImageOutcome, ImageOutcome, ImageOutcome]
  const wanted = (outcome: ImageOutcome) => isSelected(outcome.place.name, null, only)

  if (wanted(first) || wanted(second))
    await lookFor(session, known.productFiles, [first, second], 'a product image')
  if (wanted(banner)) await lookFor(session, known.bannerFiles, [banner], 'a banner')
  return [first, second, banner].filter(wanted)
}

/** Looks for several files in folders that complement each other. */
async function lookFor(
  session: Session,
  files: readonly string[] | undefined,
  places: readonly ImageOutcome[],
  what: string,
): Promise<void> {
  const tried = (files ?? []).slice(0, FILES)
  if (tried.length === 0)
    for (const place of places) place.reason = `no earlier response contained the file name of ${what}`
  for (const file of tried) {
    const looks: Look[] = []
    for (const place of places) looks.push(await look(session, place, file))
    const isMissing = (seen: Look | undefined) =>
      seen !== undefined && 'found' in seen && seen.found === 'missing'
    if (looks.every(isMissing)) continue
    for (const [index, place] of places.entries()) settle(place, looks[index] as Look)
    const [first, second] = places as [ImageOutcome, ImageOutcome?]
    if (!second || looks.some((each) => 'error' in each)) return
    const [one, other] = looks as [{ found: unknown }, { found: unknown }]
    if (one.found === 'missing') first.note = '404; the image is in the second folder, as the shop expects'
    if (other.found === 'missing') second.reason = '404; the image is in the first folder'
    // An image in the second folder is enough.
    if (one.found === 'missing' && other.found === null) first.state = 'validated'
    return
  }
  const [first, second] = places as [ImageOutcome, ImageOutcome?]
  if (tried.length === 0) return
  first.state = 'validated'
  first.findings = [nowhere(tried.length)]
  if (second) second.reason = '404 as well; reported at images.product'
}

function nowhere(count: number): Finding {
  const about = {
    where: '$status',
    expected: '200 for a listed file',
    actual: '404 for all tried files',
  }
  return { class: 'behaviour', rule: 'missing-picture', ...about, count }
}

function settle(outcome: ImageOutcome, seen: Look): void {
  if ('error' in seen) {
    outcome.state = 'error'
    outcome.reason = seen.error
    outcome.noResponse = seen.noResponse
  } else if (seen.found !== 'missing') {
    outcome.state = 'validated'
    outcome.findings = seen.found ? [seen.found] : []
  }
}

async function look(session: Session, outcome: ImageOutcome, file: string): Promise<Look> {
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
    ? { error: reply.reason, noResponse: noResponseOf(reply) }
    : { found: validateImage(reply) }
}
