import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentedControl } from 'mock-server/control-api/control'
import { CONTRACT_BREAKS } from 'mock-server/control-api/faults'
import { PAYMENT_SCRIPTS } from 'mock-server/payments/outcomes'
import { expect, test } from 'vitest'
import { root } from '../command.ts'

const readme = readFileSync(join(root, 'mock-server/README.md'), 'utf8')

test('mock-server/README.md lists the routes of the control API', () => {
  const [, section = ''] = readme.split('## Control API')
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
  const [row = ''] = readme.match(/^\| \*\*Faults.*$/m) ?? []
  expect([...effects, ...CONTRACT_BREAKS].filter((name) => !row.includes(`\`${name}\``))).toEqual([])
})

test('docs/simulated-payments.md has the table of the payment page', () => {
  const rows = readFileSync(join(root, 'docs/simulated-payments.md'), 'utf8').match(/^\| .*$/gm) ?? []
  const listed = rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(listed).toEqual(PAYMENT_SCRIPTS.map(({ input, outcome }) => [input, outcome]))
})
