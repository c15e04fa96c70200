import { encodeSegment } from '../../src/images.ts'
import { checkImages } from '../check/image.ts'
import { imageResult, isMissingImage } from '../check-result.ts'
import { imagesOf } from '../plan.ts'
import type { Host } from '../send/host.ts'
import { sendAndRecord } from '../send/send-case.ts'

/** Maximum number of files to request per folder. Missing files are drift only if all requested ones are missing. */
const MAX_FILES = 3

/**
 * Requests images like a client: a file from its first folder and then from the alternatives, until a folder contains
 * it. Adds the results of the selected folders to those of the host.
 */
export async function runImages(host: Host, only: readonly string[] | null): Promise<void> {
  const { contracts, session, values } = host
  const selected = imagesOf(contracts, only)
  for (const name of new Set(selected.map(({ files }) => files))) {
    const candidates = values[name]
    const files = Array.isArray(candidates) ? candidates.slice(0, MAX_FILES) : []
    const reason = `no earlier response contained ${contracts.valueLabels[name] ?? name}`
    // All folders of the group are requested, because a file may be in any of them.
    const group = contracts.images
      .filter((folder) => folder.files === name)
      .map((folder) => imageResult(folder, reason))
    let requestCount = 0
    for (const file of files) {
      requestCount++
      for (const [index, result] of group.entries())
        group[index] = await sendAndRecord(session, result, {
          name: result.name,
          method: 'GET',
          path: result.endpoint.path.replace('{file}', encodeSegment(String(file))),
          isJson: false,
        })
      if (!group.every(isMissingImage)) break
    }
    const checked = checkImages(group, requestCount)
    host.results.push(...checked.filter(({ name }) => selected.some((folder) => folder.name === name)))
  }
}
