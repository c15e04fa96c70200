import { expect, test } from 'vitest'
import { describeFinding } from '../../src/schema/finding.ts'
import { responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { HostResponse } from '../send/request.ts'
import { checkImages, findingsOf, isImage } from './image.ts'

const headers = new Map([['content-type', 'image/webp']])
const image = (change: Partial<HostResponse> = {}) => ({ headers, bytes: Buffer.from('RIFF'), ...change })
const missing = { status: 404 }
const page = image({ bytes: Buffer.from(' <!DOCTYPE html>') })

test.each<[finding: string | null, response: Partial<HostResponse>]>([
  ['', image()],
  [null, missing],
  [null, { status: 410 }],
  ['redirect $redirect: expected an image, got 302 without a Location header', { status: 302 }],
  ['status $status: expected 200, got 403', image({ status: 403 })],
  ['content-type $headers.content-type: expected image/*, got missing', { bytes: Buffer.from('RIFF') }],
  [
    'content-type $headers.content-type: expected image/*, got text/html; image/webp',
    image({ headers: new Map([['content-type', 'text/html; image/webp']]) }),
  ],
  ['image $: expected an image, got an HTML page', page],
  ['image $: expected an image, got an HTML page', image({ bytes: Buffer.from('<HTML>') })],
  ['image $: expected an image, got JSON', image({ bytes: Buffer.from('{"message":"no"}') })],
  ['image $: expected an image, got an empty body', image({ bytes: new Uint8Array() })],
  ['image $: expected an image, got an unreadable body', image({ flaw: { kind: 'cut-short' } })],
])('finds %j', (finding, given) => {
  const response = responseWith(given)
  const found = findingsOf(response)?.map((each) => `${each.rule} ${describeFinding(each)}`)
  expect(found ? found.join() : null).toBe(finding)
  expect(isImage(response)).toBe(finding === '')
  // Clients show no image in place of an invalid one. A status is only unexpected.
  for (const { class: findingClass, rule } of findingsOf(response) ?? [])
    expect(findingClass).toBe(rule === 'image' ? 'breaking' : 'behaviour')
})

const BOTH = '404 as well; reported for a.list'
const SECOND = '404; the image is in the second folder, as clients expect'
const FIRST = '404; the image is in the first folder'
const OTHER = '404; the image may be in a different folder'
const MISSING = 'missing-image $status: expected 200 for a listed file, got 404 for all tried files (3 times)'
const PAGE = 'image $: expected an image, got an HTML page'
const { response: _, ...result } = resultWith()
const withoutResponse: CheckResult = { ...result, state: 'error', reason: 'refused' }

test.each<[title: string, group: CheckResult[], expected: string[]]>([
  ['both folders', [resultWith(image()), resultWith(image())], ['completed', 'completed']],
  ['the first folder only', [resultWith(image()), resultWith(missing)], ['completed', `skipped: ${FIRST}`]],
  [
    'the second folder only',
    [resultWith(missing), resultWith(image())],
    [`completed: ${SECOND}`, 'completed'],
  ],
  ['no folder', [resultWith(missing), resultWith(missing)], [`completed: ${MISSING}`, `skipped: ${BOTH}`]],
  [
    'a folder with a page',
    [resultWith(missing), resultWith(page)],
    [`skipped: ${OTHER}`, `completed: ${PAGE}`],
  ],
  [
    'an image in the second of three folders, and a page in the third',
    [resultWith(missing), resultWith(image()), resultWith(page)],
    [`skipped: ${OTHER}`, 'completed', `completed: ${PAGE}`],
  ],
  ['an unreachable folder', [resultWith(missing), withoutResponse], [`skipped: ${OTHER}`, 'error: refused']],
])('checks images in %s', (_, group, expected) => {
  const shown = checkImages(group, 3).map(({ state, reason, note, findings: [finding] }) =>
    [state, finding ? `${finding.rule} ${describeFinding(finding)}` : state === 'completed' ? note : reason]
      .filter(Boolean)
      .join(': '),
  )
  expect(shown).toEqual(expected)
})

test('checks nothing if no file was requested', () => {
  const group = [resultWith(missing)]
  expect(checkImages(group, 0)).toEqual(group)
})
