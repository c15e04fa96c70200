import { isWholeResponse } from '../../src/schema/finding.ts'
import { parsePath } from '../../src/schema/json-path.ts'
import type { EndpointReport } from './report.ts'
import reads from './shop-reads.json' with { type: 'json' }

/** Endpoint -> screen -> the declared fields that code behind the screen names. Written by `npm run docs`. */
const READS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = reads

const BANNERS = 'GET /banners'
const IMAGE_FIELDS = ['image', 'images', 'image_fullpath']

/**
 * The screens of the shop that read what a finding is about: the field at the end of its path, or anything of the
 * endpoint where the whole answer drifted. Found in the sources by name, so rather a screen too many than one too few.
 */
export function screensReading(
  { name, method, path }: Pick<EndpointReport, 'name' | 'method' | 'path'>,
  where: string,
): string[] {
  if (name === 'images.banner') return Object.keys(READS[BANNERS] ?? {})
  if (name.startsWith('images.')) return screensWithImages()
  const last = isWholeResponse(where) ? undefined : parsePath(where).findLast((step) => 'key' in step)
  const key = last && 'key' in last ? last.key : undefined
  return Object.entries(READS[`${method} ${path}`] ?? {})
    .filter(([, fields]) => key === undefined || fields.includes(key))
    .map(([screen]) => screen)
}

function screensWithImages(): string[] {
  const screens = Object.values(READS).flatMap((byScreen) =>
    Object.entries(byScreen).flatMap(([screen, fields]) =>
      fields.some((each) => IMAGE_FIELDS.includes(each)) ? [screen] : [],
    ),
  )
  return [...new Set(screens)].sort()
}
