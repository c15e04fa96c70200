import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { documentedControl } from 'mock-server/control-api/control'
import { CONTRACT_BREAKS } from 'mock-server/control-api/faults'
import { PAYMENT_SCRIPTS } from 'mock-server/payments/outcomes'
import { CHECKOUT, readSettings, settingsCommand } from 'mock-server/settings'
import { describe, expect, test } from 'vitest'
import { root } from '../command.ts'
import { buildCommand, devCommand, previewCommand } from '../command-lines.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the cells of the rows of a table. */
const rowsOf = (text: string): string[][] =>
  (text.match(/^\| .*$/gm) ?? []).slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

/** Returns the cells of the rows of the table below a heading. */
const rowsBelow = (heading: string, document: string) =>
  rowsOf(read(document).split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0] ?? '')

/** Returns the variables that a file of the commands reads. */
const variablesOf = (file: string) => [
  ...new Set([...read(file).matchAll(/(?:\benv\.|portOf\(')([A-Z][A-Z_]+)/g)].map(([, name = '']) => name)),
]

function emulatorVariables(): string[] {
  const names = new Set<string>()
  const record = (_: unknown, name: string | symbol) => void names.add(String(name))
  readSettings([], new Proxy<Record<string, undefined>>({}, { get: record }))
  return [...names, ...variablesOf('mock-server/src/main.ts')]
}

const COMMANDS: [heading: string, command: Command, variables: string[]][] = [
  ['npm start and npm run emulator', settingsCommand(CHECKOUT), emulatorVariables()],
  ['npm run dev', devCommand(), variablesOf('scripts/dev.ts')],
  ['npm run build', buildCommand(), ['VITE_API_HOST']],
  ['npm run preview', previewCommand(), variablesOf('scripts/command-lines.ts')],
]

describe.each(COMMANDS)('docs/settings.md, %s', (heading, { options }, variables) => {
  const rows = rowsBelow(heading, 'docs/settings.md')

  test('lists the options, each with the variable that its help names', () => {
    const listed = rows.flatMap(([flag = '', variable]) =>
      flag === '' ? [] : [`${/--[\w-]+/.exec(flag)?.[0]} ${variable}`],
    )
    const declared = options
      .filter(({ long }) => long !== '--help')
      .map(({ long, description }) => {
        const [variable] = /\b[A-Z][A-Z_]{3,}\b/.exec(description) ?? []
        return `${long} ${variable === undefined ? '' : `\`${variable}\``}`
      })
    expect(listed.toSorted()).toEqual(declared.toSorted())
  })

  test('lists the variables that the command reads', () => {
    const listed = rows.flatMap(([, variable = '']) => variable.match(/[A-Z_]+/g) ?? [])
    expect(listed.toSorted()).toEqual(variables.toSorted())
  })
})

test('CONTRIBUTING.md lists every npm script once', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const listed = rowsBelow('Commands', 'CONTRIBUTING.md').flatMap(([cell = '']) =>
    [...cell.matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, name]) => name),
  )
  expect(listed.toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('mock-server/README.md lists the routes of the control API', () => {
  const [, section = ''] = read('mock-server/README.md').split('## Control API')
  const [table = ''] = section.split('With curl')
  const listed = [...table.matchAll(/`((?:GET|POST|DELETE)(?: [A-Z]+)*) (\/[a-z][a-z/{}]*)/g)].flatMap(
    ([, methods = '', path = '']) => methods.split(' ').map((method) => `${method} ${path}`),
  )
  const routes = Object.values(documentedControl).flatMap((endpoints) =>
    Object.values(endpoints).map(({ method, path }) => `${method} ${path.replace('/__emulator', '')}`),
  )
  expect(routes.length).toBeGreaterThan(20)
  expect([...new Set(listed)].toSorted()).toEqual([...new Set(routes)].toSorted())
})

test('mock-server/README.md lists the effects of faults', () => {
  const effects = documentedControl.faults.add.body.shape.effect.options.map(
    ({ shape }) => Object.keys(shape)[0],
  )
  expect(effects.length).toBeGreaterThan(5)
  const [row = ''] = read('mock-server/README.md').match(/^\| \*\*Faults.*$/m) ?? []
  expect([...effects, ...CONTRACT_BREAKS].filter((name) => !row.includes(`\`${name}\``))).toEqual([])
})

test('docs/simulated-payments.md has the table of the payment page', () => {
  const listed = rowsOf(read('docs/simulated-payments.md'))
  expect(listed).toEqual(PAYMENT_SCRIPTS.map(({ input, outcome }) => [input, outcome]))
})
