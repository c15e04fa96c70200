import { expect, test } from 'vitest'
import { findingWith as finding, problemWith, rowWith as row } from '../../test/reports.ts'
import { determineExit, type Interruption } from './exit-code.ts'
import type { EndpointReport, Report } from './report.ts'

const additive = finding({ class: 'additive' })
const accepted = { ...finding(), reason: 'known', owner: 'Ada', until: '2099-01-01' }
const down = row({ status: 'error', reason: 'down' })
const same = row({ findings: [finding({ where: '$status', class: 'behaviour' })] })

type Run = {
  rows?: EndpointReport[]
  baseline?: Report['baseline']
  leftBehind?: string[]
  interruption?: Interruption
  verified?: number
  isEmulator?: boolean
  failOnAdditive?: boolean
  pageOrigin?: string
  missingBodies?: number
  emulatorFailure?: string
  state?: Parameters<typeof determineExit>[1]['state']
}

test.each<[exitCode: number, outcome: string, Run]>([
  [0, 'the contract is kept at 1 endpoint', {}],
  [
    0,
    'the contract is kept at 1 endpoint for pages of https://shop.test',
    { pageOrigin: 'https://shop.test' },
  ],
  [
    0,
    'the contract is kept at 1 endpoint; 3 checks were not made at 2 endpoints; 1 body was not recorded',
    { rows: [row({ leftOut: 1 }), row({ leftOut: 2 })], missingBodies: 1 },
  ],
  [
    0,
    'the contract is kept at 1 endpoint; 1 check was not made at 1 endpoint',
    { rows: [row(), row({ leftOut: 1 })] },
  ],
  [1, 'the contract is violated in 1 place; 2 bodies were not recorded', { rows: [same], missingBodies: 2 }],
  [
    0,
    'the contract is kept at 2 endpoints; 1 undeclared field',
    { rows: [row({ findings: [additive] })], verified: 2 },
  ],
  [3, 'the host sends 1 undeclared field', { rows: [row({ findings: [additive] })], failOnAdditive: true }],
  [
    3,
    'the host sends 2 undeclared fields',
    { rows: [row({ findings: [additive, additive] })], failOnAdditive: true },
  ],
  [0, 'the contract is kept at 1 endpoint', { failOnAdditive: true }],
  [
    1,
    'the contract is violated in 2 places',
    {
      rows: [
        row({ findings: [finding(), finding({ where: '$.b' }), additive], emulator: [finding()] }),
        down,
      ],
    },
  ],
  [
    1,
    'the contract is violated: 1 cause at 2 endpoints',
    { rows: [same, { ...same, name: 'b' }, row({ name: 'c', findings: [additive], emulator: [finding()] })] },
  ],
  [1, '2 expired or unused baseline entries', { baseline: [problemWith(), problemWith()] }],
  [
    1,
    '1 expired or unused baseline entry',
    { baseline: [problemWith()], rows: [row({ emulator: [finding()] })] },
  ],
  [6, 'the emulator violates its contract in 1 place', { rows: [row({ emulator: [finding()] }), down] }],
  [
    6,
    'the emulator violates its contract in 1 place',
    { rows: [row({ findings: [additive] })], isEmulator: true },
  ],
  [6, 'the emulator failed at a', { emulatorFailure: 'the emulator failed at a', rows: [row(), down] }],
  [
    1,
    'the contract is violated in 1 place; the emulator failed at a',
    { emulatorFailure: 'the emulator failed at a', rows: [same] },
  ],
  [4, '1 endpoint could not be validated (down); 1 was validated', { rows: [down, row()] }],
  [
    4,
    '2 endpoints could not be validated; 0 were validated',
    { rows: [down, row({ status: 'error', reason: 'slow' })], verified: 0 },
  ],
  [4, '1 endpoint could not be validated; 1 was validated', { rows: [row({ status: 'error' })] }],
  [0, 'the contract is kept at 1 endpoint', { isEmulator: true }],
  [5, 'nothing was verified', { verified: 0 }],
  [0, 'nothing was found but 1 accepted finding', { rows: [row({ accepted: [accepted] })], verified: 0 }],
  [
    3,
    'the host sends 1 undeclared field',
    { rows: [row({ accepted: [accepted], findings: [additive] })], verified: 0, failOnAdditive: true },
  ],
  [
    0,
    'nothing was found but 1 accepted finding and 1 undeclared field',
    { rows: [row({ accepted: [accepted], findings: [additive] })], verified: 0 },
  ],
  [
    130,
    'interrupted by SIGINT after 1 endpoint',
    { interruption: 'SIGINT', rows: [row({ findings: [finding()] })] },
  ],
  [
    143,
    'interrupted by SIGTERM after 1 endpoint; 1 write could not be undone',
    { interruption: 'SIGTERM', leftBehind: ['an order'] },
  ],
  [4, 'silent', { state: { kind: 'silent', message: 'silent' }, rows: [row({ findings: [finding()] })] }],
])(
  'exits with %i: %s',
  (exitCode, outcome, { rows = [row()], baseline = [], verified = 1, leftBehind = [], ...options }) => {
    const defaults = { isEmulator: false, failOnAdditive: false, interruption: null }
    const state = { kind: 'usable' as const }
    expect(
      determineExit({ endpoints: rows, baseline, verified, leftBehind }, { ...defaults, state, ...options }),
    ).toEqual({
      exitCode,
      outcome,
    })
  },
)
