import { expect, test, vi } from 'vitest'
import { listChecks, runCheck } from './static-checks.ts'

/** Runs a program that prints a line and ends with a status, like a linter that npm downloads. */
async function run(line: string, status: number) {
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const isDownloaded = listChecks().find(([title]) => title === 'OpenAPI by Redocly')?.[3]?.isDownloaded
  const program = `console.error(${JSON.stringify(line)}); process.exit(${status})`
  const hasPassed = await runCheck(
    'a linter',
    process.execPath,
    ['-e', program],
    isDownloaded ? { isDownloaded } : {},
  )
  vi.restoreAllMocks()
  return [hasPassed, printed.join('')]
}

test('a check that fails prints its output', async () => {
  expect(await run('path /orders has no summary', 1)).toEqual([
    false,
    expect.stringMatching(/^FAILED {2}a linter \([\d.]+ s\)\npath \/orders has no summary\n$/),
  ])
  expect(await run('fine', 0)).toEqual([true, expect.stringMatching(/^ok {6}a linter \([\d.]+ s\)\n$/)])
})

test('a linter that npm cannot download is skipped', async () => {
  expect(await run('npm error code ENOTFOUND', 1)).toEqual([
    null,
    'skipped a linter: npm could not download it\n',
  ])
})

test('a linter that names a network error itself has failed', async () => {
  expect(await run('the example ENOTFOUND is invalid', 1)).toEqual([
    false,
    expect.stringContaining('invalid'),
  ])
})
