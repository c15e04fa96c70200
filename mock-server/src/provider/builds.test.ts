import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagePath } from '../package-path.ts'

const source = join(import.meta.dirname, '..')

test('the README names the files whose code depends on the build', () => {
  const section = readFileSync(packagePath('README.md'), 'utf8')
    .split(/^## /m)
    .find((text) => text.startsWith('Builds'))
  const rows = [...(section ?? '').matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].slice(2)
  const named = rows.flatMap(([, , file = '']) => file.replaceAll('`', '').split(', '))
  const dependent = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.test|builds)\.ts$/.test(file) && readFileSync(join(source, file), 'utf8').includes('isSince('),
  )
  expect([...new Set(named)].sort()).toEqual(dependent.map((file) => `src/${file}`).sort())
})
