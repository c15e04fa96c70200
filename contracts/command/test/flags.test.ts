import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { nonEmpty } from '../../test/non-empty.ts'

import { CHECKOUT } from '../home.ts'
import { createProgram, main } from '../main.ts'

const program = createProgram(CHECKOUT, () => {})
const verbs = [
  { verb: 'validate', options: program.options },
  ...program.commands.map((command) => ({ verb: command.name(), options: command.options })),
]

test('README.md lists exactly the options of each verb', () => {
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
  const declared = new Map<string, string[]>()
  for (const { verb, options: own } of nonEmpty(verbs))
    for (const { flags } of own)
      if (!flags.startsWith('-h')) declared.set(flags, [...(declared.get(flags) ?? []), verb])
  expect(rows.map(([flag, of]) => [flag, of]).sort()).toEqual(
    [...declared].map(([flags, of]) => [`\`${flags}\``, of.join(', ')]).sort(),
  )
})

test('validate has at most 19 options, and each other verb at most 7', () => {
  const counts = verbs.map(({ verb, options }) => [verb, options.length <= (verb === 'validate' ? 19 : 7)])
  expect(counts.filter(([, isFew]) => !isFew)).toEqual([])
})

test('a verb rejects the options of other verbs and unknown arguments', async () => {
  const wrong: [string[], RegExp][] = [
    [['har', 'session.har', '--write'], /^Unknown option '--write'\n$/],
    [['--days', '1'], /^Unknown option '--days'\n$/],
    [['bananas'], /^Too many arguments/],
    [['har'], /^Missing required argument 'file.har'\n$/],
  ]
  for (const [args, message] of wrong) {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const code = await main(args)
    const text = said.mock.calls.map(([chunk]) => String(chunk)).join('')
    said.mockRestore()
    expect(code, args.join(' ')).toBe(2)
    expect(text, args.join(' ')).toMatch(message)
  }
})
