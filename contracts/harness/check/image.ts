import { type Finding, findingAt } from '../../src/schema/finding.ts'
import { type CheckResult, isMissingImage } from '../check-result.ts'
import { type HostResponse, isRedirect } from '../send/request.ts'
import { redirectOf } from './response.ts'

/**
 * Checks the results of alternative folders for the same files. An image may be in any of the folders. If no folder
 * contains any of the requested files, this is one finding.
 * @param files number of requested files
 */
export function checkImages(group: readonly CheckResult[], files: number): readonly CheckResult[] {
  const [first, ...alternatives] = group.map((result) =>
    result.response ? { ...result, findings: findingsOf(result.response) ?? [] } : result,
  )
  if (!first || files === 0) return group
  const candidates = [first, ...alternatives]
  if (candidates.every(isMissingImage)) {
    const about = findingAt('missing-image', '$status', '200 for a listed file', '404 for all tried files')
    const reason = `404 as well; reported for ${first.name}`
    return [
      { ...first, findings: [{ ...about, count: files }] },
      ...alternatives.map((result) => skipResult(result, reason)),
    ]
  }
  const undecidedReason = '404; the image may be in a different folder'
  if (candidates.some(({ state }) => state === 'error'))
    return candidates.map((result) => (isMissingImage(result) ? skipResult(result, undecidedReason) : result))
  const note = '404; the image is in the second folder, as clients expect'
  const reason = '404; the image is in the first folder'
  // A valid image in a later folder proves that clients find it.
  const isFoundLater = alternatives.every(({ findings }) => findings.length === 0)
  return [
    isMissingImage(first) ? (isFoundLater ? { ...first, note } : skipResult(first, undecidedReason)) : first,
    ...alternatives.map((result) => (isMissingImage(result) ? skipResult(result, reason) : result)),
  ]
}

const skipResult = (result: CheckResult, reason: string): CheckResult => ({
  ...result,
  state: 'skipped',
  reason,
  findings: [],
})

export function isImage(response: HostResponse): boolean {
  return findingsOf(response)?.length === 0
}

/** Returns the findings of a response to an image request, or null if the image may be in a different folder. */
export function findingsOf(response: HostResponse): Finding[] | null {
  const { status, headers, bytes, flaw } = response
  if (status === 404 || status === 410) return null
  if (isRedirect(response)) return [findingAt('redirect', '$redirect', 'an image', redirectOf(response))]
  if (status !== 200) return [findingAt('status', '$status', '200', String(status))]
  const type = headers.get('content-type') ?? 'missing'
  if (!/^image\//i.test(type)) return [findingAt('content-type', '$headers.content-type', 'image/*', type)]
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 64)).trimStart().toLowerCase()
  const isPage = start.startsWith('<!doctype html') || start.startsWith('<html')
  const isJson = start.startsWith('{"')
  if (!flaw && bytes.byteLength > 0 && !isPage && !isJson) return []
  const actual = isPage ? 'an HTML page' : isJson ? 'JSON' : flaw ? 'an unreadable body' : 'an empty body'
  return [findingAt('image', '$', 'an image', actual, 'breaking')]
}
