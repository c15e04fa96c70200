import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentedControl } from 'mock-server/control-api/control'
import { CONTRACT_BREAKS } from 'mock-server/control-api/faults'
import { SIMULATED_OUTCOMES } from 'mock-server/payments/outcomes'
import { GIT_CHECKOUT, settingsCommand } from 'mock-server/settings'
import { expect, test } from 'vitest'
import { createBuildCommand } from '../build.ts'
import { devCommand } from '../dev.ts'
import { previewCommand } from '../preview.ts'
import { root } from '../project.ts'

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

test.each([
  ['npm start and npm run emulator', settingsCommand(GIT_CHECKOUT)],
  ['npm run dev', devCommand()],
  ['npm run build', createBuildCommand()],
  ['npm run preview', previewCommand()],
] as const)(
  'docs/settings.md, %s, lists the options, each with the variable that its help names',
  (heading, command) => {
    const listed = rowsBelow(heading, 'docs/settings.md').flatMap(([flag = '', variable]) =>
      flag === '' ? [] : [`${/--[\w-]+/.exec(flag)?.[0]} ${variable}`],
    )
    const declared = command.options
      .filter(({ long }) => long !== '--help')
      .map(({ long, description }) => {
        const [variable] = /\b[A-Z][A-Z_]{3,}\b/.exec(description) ?? []
        return `${long} ${variable === undefined ? '' : `\`${variable}\``}`
      })
    expect(listed.toSorted()).toEqual(declared.toSorted())
  },
)

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
  const [item = ''] = read('mock-server/README.md').match(/^- \*\*Faults[\s\S]*?(?=\n- )/m) ?? []
  expect([...effects, ...CONTRACT_BREAKS].filter((name) => !item.includes(`\`${name}\``))).toEqual([])
})

test('docs/simulated-payments.md has the table of the payment page', () => {
  const listed = rowsOf(read('docs/simulated-payments.md'))
  expect(listed).toEqual(SIMULATED_OUTCOMES.map(({ input, outcome }) => [input, outcome]))
})
