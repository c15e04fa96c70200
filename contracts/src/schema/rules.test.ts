import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nonEmpty } from '../../test/non-empty.ts'
import { RULES } from './rules.ts'

test('docs/findings.md has a paragraph for each rule, which begins with its explanation', () => {
  const page = readFileSync(new URL('../../../docs/findings.md', import.meta.url), 'utf8')
  const paragraphs = page.split(/^### /m).slice(1)
  const shown = paragraphs.map((paragraph) => paragraph.replace(/\s+/g, ' '))
  for (const [rule, explanation] of nonEmpty(Object.entries(RULES)))
    expect(
      shown.filter((text) => text.startsWith(`${rule} ${explanation}`)),
      rule,
    ).toHaveLength(1)
  expect(shown).toHaveLength(Object.keys(RULES).length)
})
