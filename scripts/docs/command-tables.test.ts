import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { CHECKOUT, readSettings, settingsCommand } from 'mock-server/settings'
import { describe, expect, test } from 'vitest'
import { root } from '../command.ts'
import { buildCommand, devCommand, previewCommand } from '../command-lines.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the cells of the rows of the table below a heading. */
function rowsBelow(heading: string, document: string): string[][] {
  const [, after = ''] = read(document).split(`\n## ${heading}\n`)
  const rows = (after.split(/\n## /)[0] ?? '').match(/^\| .*$/gm) ?? []
  return rows.slice(2).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

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
