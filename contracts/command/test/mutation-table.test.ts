import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FINDING_CLASSES } from '../../harness/report/report.ts'
import { CONTRADICTIONS } from './contradictions.ts'
import { WRITTEN } from './contradictions-of-writes.ts'
import type { Mutation } from './mutation.ts'
import { MUTATIONS } from './mutations.ts'
import { REGRESSIONS } from './mutations-of-profiles.ts'
import { STAGING } from './mutations-of-staging.ts'

const withRun = (...runs: Mutation['run'][]) =>
  MUTATIONS.filter((each) => !each.means && runs.includes(each.run))

type Planted = Pick<Mutation, 'expect'>

/** Converts contradictions to mutations. Each contradiction causes one finding. */
const contradictions = (planted: readonly { expect: readonly string[] }[]) =>
  planted.map(({ expect: [, where = ''] }): Planted => ({ expect: [['behaviour', where]] }))

/** Mutations by the simplest kind of run that finds them. */
const MEANS: readonly [name: string, mutations: readonly Planted[]][] = [
  ['a read-only run', withRun(undefined, 'login')],
  ['probes', MUTATIONS.filter((each) => each.means === 'probe')],
  ['relations', contradictions(CONTRADICTIONS)],
  ['profiles of earlier runs', REGRESSIONS],
  ['`--write`', withRun('write')],
  ['`--staging`', STAGING],
  ['relations with `--staging`', contradictions(WRITTEN)],
  ['all cases against an emulator', withRun('everything')],
]

/** Returns the most severe class of a mutation's findings. */
function classOf({ expect: expected }: Planted): string {
  const classes = expected === 'error' ? [] : expected.map(([kind]) => kind)
  return FINDING_CLASSES.find((each) => classes.includes(each)) ?? 'no response'
}

const COLUMNS = [...FINDING_CLASSES, 'no response']

function rowOf(name: string, mutations: readonly Planted[]): string[] {
  const counts = COLUMNS.map((column) => mutations.filter((each) => classOf(each) === column).length)
  return [name, ...counts.map(String), String(mutations.length)]
}

test('docs/findings.md lists the number of planted mutations by class and by the kind of run that detects them', () => {
  const findings = readFileSync(new URL('../../../docs/findings.md', import.meta.url), 'utf8')
  const [, section = ''] = findings.split(/^## Planted drift$/m)
  const rows = (section.split(/^## /m)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  const all = MEANS.flatMap(([, mutations]) => mutations)
  expect(rows).toEqual([
    ['Found by', ...COLUMNS, 'all'],
    expect.anything(),
    ...MEANS.map(([name, mutations]) => rowOf(name, mutations)),
    rowOf('all', all),
  ])
})

test('covers at least 140 mutations, of which at least 30 are detected only by profiles, probes or staging', () => {
  const all = MEANS.flatMap(([, mutations]) => mutations)
  expect(all.length).toBeGreaterThanOrEqual(140)
  const named = new Map(MEANS)
  const hidden = ['probes', 'profiles of earlier runs', '`--staging`'].map(
    (each) => named.get(each)?.length ?? 0,
  )
  expect(Math.min(...hidden)).toBeGreaterThan(0)
  expect(hidden.reduce((total, each) => total + each, 0)).toBeGreaterThanOrEqual(30)
})
