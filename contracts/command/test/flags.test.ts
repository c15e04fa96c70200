import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nonEmpty } from '../../test/non-empty.ts'
import { flagRows, helpText } from '../flags.ts'
import { readCommandLine } from '../options.ts'

test('README.md lists exactly the options of the command', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const [, options = ''] = readme.split(/^## Configuration$/m)
  const rows = (options.split(/^## /m)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `--'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  expect(rows).toEqual(flagRows().map(([flag, of, summary]) => [`\`${flag}\``, of, summary]))
})

test('the help text lists every option', () => {
  const lines = helpText().split('\n')
  for (const [flag, , summary] of nonEmpty(flagRows()))
    expect([flag, lines.some((line) => line.startsWith(`  ${flag} `) && line.includes(summary))]).toEqual([
      flag,
      true,
    ])
})

test('a subcommand rejects the options of other subcommands', () => {
  expect(() => readCommandLine(['accept', 'report.json', '--write'])).toThrow(
    '--write is not an option of contract accept; see --help.',
  )
  expect(() => readCommandLine(['--days', '1'])).toThrow('--days is not an option of contract; see --help.')
})
