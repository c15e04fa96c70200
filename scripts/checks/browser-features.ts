// Compares the functions and properties that the shop uses with the browsers it supports: `browserslist` in
// web/package.json. The data is MDN's. TypeScript knows the type that a property belongs to. A use with a fallback is
// an optional call, an operand of `typeof`, or has a comment that begins with `Newer:` and describes the behaviour in
// older browsers.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CompatData, Identifier } from '@mdn/browser-compat-data'
import ts from 'typescript-api'
import { root } from '../project.ts'
import { hasFallback, missingIn } from './browser-support.ts'

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** Finds a member of a global type, or with an empty name the global itself, in MDN's data. */
function featureOf(types: readonly string[], name: string): Identifier | undefined {
  for (const type of types) {
    const plain = type.replace(/Constructor$/, '')
    for (const group of [data.javascript.builtins?.[plain], data.api[plain]]) {
      const feature = name === '' ? group : (group?.[name] ?? group?.[`${name}_static`])
      if (feature?.__compat) return feature
    }
  }
  return undefined
}

/** Functions that the inline script adds where they are missing. */
const ADDED = [...readFileSync(join(root, 'web/src/polyfills.ts'), 'utf8').matchAll(/^function (\w+)/gm)].map(
  ([, name]) => name,
)

const folder = join(root, 'web/src')
const files = globSync('**/*.{ts,tsx}', { cwd: folder })
  .filter((file) => !/\.test\.|entry-server|^server\//.test(file))
  .map((file) => join(folder, file))
const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile)
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
const program = ts.createProgram([...files, join(root, 'web/node_modules/vite/client.d.ts')], {
  ...options,
  types: [],
  noEmit: true,
})
const checker = program.getTypeChecker()

/** Returns the types of the browser that declare a symbol; null if the browser does not declare it. */
function browserTypes(symbol: ts.Symbol | undefined): string[] | null {
  const declared = symbol?.declarations?.filter((declaration) =>
    program.isSourceFileDefaultLibrary(declaration.getSourceFile()),
  )
  if (!declared?.length) return null
  return declared.map(({ parent }) =>
    ts.isInterfaceDeclaration(parent)
      ? parent.name.text
      : ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)
        ? parent.parent.name.getText()
        : '',
  )
}

const findings: string[] = []

function check(node: ts.Node, source: ts.SourceFile): void {
  const member = ts.isPropertyAccessExpression(node) ? node : null
  const isGlobal =
    ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent) && !ts.isPartOfTypeNode(node)
  if (member || isGlobal) {
    const name = member ? member.name.text : (node as ts.Identifier).text
    const types = browserTypes(checker.getSymbolAtLocation(member?.name ?? node))
    const receiver = member && checker.getTypeAtLocation(member.expression).getSymbol()?.name
    const feature =
      types &&
      (member
        ? featureOf([...types, receiver ?? '', 'Element', 'HTMLElement', 'Document', 'Window'], name)
        : (featureOf([name], '') ?? featureOf(['Window'], name)))
    const missing = feature && !ADDED.includes(name) ? missingIn(feature) : []
    if (missing.length > 0 && !hasFallback(node, source)) {
      const { line } = source.getLineAndCharacterOfPosition((member?.name ?? node).getStart())
      findings.push(
        `${source.fileName.slice(root.length + 1)}:${line + 1}: ${member?.getText().split('\n').at(-1) ?? name} is missing in ${missing.join(', ')}`,
      )
    }
  }
  node.forEachChild((child) => check(child, source))
}

for (const file of files) {
  const source = program.getSourceFile(file)
  if (source) check(source, source)
}
if (files.length === 0 || ADDED.length === 0) findings.push('No files or no added functions were found.')
for (const finding of findings) console.error(finding)
process.exitCode = findings.length > 0 ? 1 : 0
