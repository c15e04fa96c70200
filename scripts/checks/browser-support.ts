import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import ts from 'typescript-api'
import supported from '../../web/package.json' with { type: 'json' }

const NAMES = { ios_saf: 'safari_ios' } as const
const OLDEST = supported.browserslist.map((entry) => {
  const [name = '', version] = entry.split(' >= ')
  return { browser: (NAMES[name as 'ios_saf'] ?? name) as 'chrome', version: Number(version) }
})

/** Returns the oldest supported browsers that don't support a feature, e.g. "safari 15 (has it since 15.4)". */
export function missingIn(
  { __compat: compat }: Pick<Identifier, '__compat'>,
  oldest: readonly { browser: 'chrome' | 'safari'; version: number }[] = OLDEST,
): string[] {
  return oldest.flatMap(({ browser, version }) => {
    const [statement] = [compat?.support[browser] ?? []].flat() as SimpleSupportStatement[]
    const added = statement?.flags ? false : statement?.version_added
    // `preview` is a browser that is not released. Without a statement, nothing is known.
    const isMissing =
      added === false || added === 'preview' || Number.parseFloat(String(added).replace('≤', '')) > version
    return isMissing ? [`${browser} ${version}${added ? ` (has it since ${added})` : ''}`] : []
  })
}

/** Whether a use is an optional call or an operand of `typeof`, or has a comment that describes its fallback. */
export function hasFallback(node: ts.Node, source: ts.SourceFile): boolean {
  const { parent } = node
  if (ts.isCallExpression(parent) && parent.questionDotToken) return true
  if (ts.isTypeOfExpression(parent)) return true
  const { line } = source.getLineAndCharacterOfPosition(node.getStart())
  const lines = source.text.split('\n')
  return [lines[line], lines[line - 1], lines[line - 2]].some((text) => text?.includes('Newer:'))
}
