import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentedControl } from 'mock-server/control-api/control'
import { helpText } from 'mock-server/settings'
import { expect, test } from 'vitest'
import { root } from '../command.ts'

const readme = readFileSync(join(root, 'mock-server/README.md'), 'utf8')

test("mock-server/README.md lists the emulator's options", () => {
  const rows = readme.match(/^\| `--.*$/gm) ?? []
  const listed = rows.flatMap((row) => row.split('|')[1]?.match(/--[a-z-]+/g) ?? [])
  const options = helpText().match(/(?<=^ +(?:-h, )?)--[a-z-]+/gm) ?? []
  expect(listed.toSorted()).toEqual(options.filter((option) => option !== '--help').toSorted())
})

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
