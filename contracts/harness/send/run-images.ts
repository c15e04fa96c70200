import type { KnownValues } from '../../cases/case.ts'
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

/** Returns the outcome for an image folder without recorded requests. */
export function notRecorded(place: ImagePlace): ImageOutcome {
  const reason = 'not in the recording'
  return { place, state: 'skipped', reason, findings: [], curl: '', requests: 0, ms: 0 }
}

/** Maximum number of files to request per folder. A single missing file is not drift. */
const MAX_FILES = 3

type ImageResult =
  | { found: Finding | 'missing' | null }
  | { error: string; noResponse: NoResponse | undefined }

/**
 * Requests images like the shop: product images from the first and then from the second folder, and banners from
 * theirs. A folder has a finding if several files are missing from it and none exists, or if a response is not an
 * image.
 */
export async function runImages(
  session: Session,
  known: KnownValues,
  only: readonly string[] | null,
): Promise<ImageOutcome[]> {
  const { images } = session.contracts
  if (images.length === 0) return []
  const [first, second, banner] = images.map(
    (place): ImageOutcome => ({ place, state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }),
  ) as [ImageOutcome, ImageOutcome, ImageOutcome]
  const wanted = (outcome: ImageOutcome) => isSelected(outcome.place.name, null, only)

  if (wanted(first) || wanted(second))
    await requestImages(session, known.productFiles, [first, second], 'a product image')
  if (wanted(banner)) await requestImages(session, known.bannerFiles, [banner], 'a banner')
  return [first, second, banner].filter(wanted)
}

/** Requests files from all given folders, one file after the other, until a folder contains one of them. */
async function requestImages(
  session: Session,
  files: readonly string[] | undefined,
  places: readonly ImageOutcome[],
  what: string,
): Promise<void> {
  const tried = (files ?? []).slice(0, MAX_FILES)
  if (tried.length === 0)
    for (const place of places) place.reason = `no earlier response contained the file name of ${what}`
  for (const file of tried) {
    const results: ImageResult[] = []
    for (const place of places) results.push(await requestImage(session, place, file))
    if (results.every((each) => 'found' in each && each.found === 'missing')) continue
    for (const [index, place] of places.entries()) applyResult(place, results[index] as ImageResult)
    const [first, second] = places as [ImageOutcome, ImageOutcome?]
    if (!second || results.some((each) => 'error' in each)) return
    const [one, other] = results as [{ found: unknown }, { found: unknown }]
    if (one.found === 'missing') first.note = '404; the image is in the second folder, as the shop expects'
    if (other.found === 'missing') second.reason = '404; the image is in the first folder'
    // An image that is missing from the first folder is valid, because the shop finds it in the second.
    if (one.found === 'missing' && other.found === null) first.state = 'validated'
    return
  }
  const [first, second] = places as [ImageOutcome, ImageOutcome?]
  if (tried.length === 0) return
  first.state = 'validated'
  first.findings = [missingEverywhere(tried.length)]
  if (second) second.reason = '404 as well; reported for images.product'
}

function missingEverywhere(count: number): Finding {
  const about = {
    where: '$status',
    expected: '200 for a listed file',
    actual: '404 for all tried files',
  }
  return { class: 'behaviour', rule: 'missing-picture', ...about, count }
}

function applyResult(outcome: ImageOutcome, result: ImageResult): void {
  if ('error' in result) {
    outcome.state = 'error'
    outcome.reason = result.error
    outcome.noResponse = result.noResponse
  } else if (result.found !== 'missing') {
    outcome.state = 'validated'
    outcome.findings = result.found ? [result.found] : []
  }
}

async function requestImage(session: Session, outcome: ImageOutcome, file: string): Promise<ImageResult> {
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
