import ts from 'typescript-api'
import { expect, test } from 'vitest'
import { hasFallback, missingIn } from './browser-support.ts'

const SAFARI_15 = [{ browser: 'safari', version: 15 }] as const

/** Returns MDN's data of a feature with a statement about Safari. */
const feature = (safari: object | object[]) =>
  ({ __compat: { support: { safari } } }) as unknown as Parameters<typeof missingIn>[0]

test.each([
  ['a version before the oldest one', { version_added: '13.1' }, []],
  ['the oldest version', { version_added: '15' }, []],
  ['some version up to an older one', { version_added: '≤13.1' }, []],
  ['a later version', { version_added: '15.4' }, ['safari 15 (has it since 15.4)']],
  ['no version', { version_added: false }, ['safari 15']],
  ['a version that is not released', { version_added: 'preview' }, ['safari 15 (has it since preview)']],
  ['a flag only', { version_added: '14', flags: [{}] }, ['safari 15']],
  [
    'a later version, and an older one with a prefix',
    [{ version_added: '16' }, { version_added: '9', prefix: 'webkit' }],
    ['safari 15 (has it since 16)'],
  ],
])('a feature in %s', (_, safari, missing) => {
  expect(missingIn(feature(safari), SAFARI_15)).toEqual(missing)
})

test.each([
  ['element.checkVisibility?.()', true],
  ['element.checkVisibility()', false],
  ['typeof checkVisibility', true],
  ['// Newer: older browsers show all.\nelement.checkVisibility()', true],
  ['// Newer: older browsers show\n// all.\nelement.checkVisibility()', true],
  ['// Newer: older browsers show all.\n\n\nelement.checkVisibility()', false],
])('whether %j has a fallback: %s', (code, expected) => {
  const source = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true)
  const found: boolean[] = []
  const visit = (node: ts.Node): void => {
    if (/^(element\.)?checkVisibility$/.test(node.getText())) found.push(hasFallback(node, source))
    else node.forEachChild(visit)
  }
  visit(source)
  expect(found).toEqual([expected])
})
