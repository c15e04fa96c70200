import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'vite'
import { pages } from '../src/boot/pages.ts'

/**
 * Determines from the sources which pages read which fields of which endpoint. A declaration counts as reading the names in
 * its code and in the declarations that it uses; types are ignored.
 */

/** Fields by endpoint (`GET /products/latest`) and page (`product`) that reads them. */
export type ShopReads = Record<string, Record<string, string[]>>

/** A declaration of a module, or its side effects. */
type Declaration = {
  properties: Set<string>
  endpoints: Set<string>
  /** Declarations in other modules by file and name; `*` means all of them. */
  uses: [file: string, name: string][]
  /** Names used from the same module. */
  locals: Set<string>
}

type Module = { declarations: Map<string, Declaration>; imports: Map<string, [file: string, name: string]> }

type Node = { type: string; [key: string]: unknown }

/** The layout around all pages. */
const FRAME = { screen: 'every page', file: 'app/layout.tsx' }

/** @param source the folder of the shop's sources */
export function readShop(source: string, fieldsOf: ReadonlyMap<string, ReadonlySet<string>>): ShopReads {
  const modules = new Map<string, Module>()
  const load = (file: string): Module => {
    const known = modules.get(file)
    if (known) return known
    const made = moduleOf(file)
    modules.set(file, made)
    return made
  }
  const reads: ShopReads = {}
  const entries = [
    ...pages.map(({ name, module }) => [name, resolve(source, `pages/${module}-page.tsx`)] as const),
    [FRAME.screen, resolve(source, FRAME.file)] as const,
  ]
  for (const [screen, file] of entries) {
    const { properties, endpoints } = reachedFrom(file, load)
    for (const key of endpoints) {
      const fields = [...(fieldsOf.get(key) ?? [])].filter((field) => properties.has(field)).sort()
      const byScreen = reads[key] ?? {}
      reads[key] = byScreen
      byScreen[screen] = [...new Set([...(byScreen[screen] ?? []), ...fields])].sort()
    }
  }
  return Object.fromEntries(Object.entries(reads).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns all names and endpoints that a module and its imports use. */
function reachedFrom(
  file: string,
  load: (file: string) => Module,
): Pick<Declaration, 'properties' | 'endpoints'> {
  const properties = new Set<string>()
  const endpoints = new Set<string>()
  const visited = new Set<string>()
  const open: [string, string][] = [[file, '*']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, name] = next
    if (visited.has(`${at} ${name}`)) continue
    visited.add(`${at} ${name}`)
    const { declarations, imports } = load(at)
    const own = name === '*' ? [...declarations.values()] : [declarations.get(name), declarations.get('')]
    for (const each of own) {
      if (!each) continue
      for (const property of each.properties) properties.add(property)
      for (const key of each.endpoints) endpoints.add(key)
      open.push(...each.uses)
      for (const local of each.locals) open.push(imports.get(local) ?? [at, local])
    }
  }
  return { properties, endpoints }
}

function moduleOf(file: string): Module {
  const imports: Module['imports'] = new Map()
  const declarations: Module['declarations'] = new Map()
  // trap: style sheets and images have no declarations.
  if (!/\.tsx?$/.test(file)) return { imports, declarations }
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const body = program.body as unknown as Node[]
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') addImports(statement, file, imports)
    else
      for (const [name, node] of namedParts(statement))
        declarations.set(name, join(declarations.get(name), declarationOf(node, file)))
  }
  return { imports, declarations }
}

function addImports(statement: Node, file: string, imports: Module['imports']): void {
  const from = String((statement.source as Node).value)
  if (statement.importKind === 'type' || !from.startsWith('.')) return
  for (const each of statement.specifiers as Node[]) {
    const name = each.type === 'ImportSpecifier' ? String((each.imported as Node).name) : '*'
    imports.set(String((each.local as Node).name), [resolve(dirname(file), from), name])
  }
}

/** Returns the declarations of a top-level statement by name; '' for side effects. */
function namedParts(statement: Node): [name: string, node: Node][] {
  const declared = (statement.declaration as Node | null | undefined) ?? statement
  if (declared.type === 'VariableDeclaration')
    return (declared.declarations as Node[]).map((each) => [nameOf(each.id as Node), each])
  if (declared.type === 'FunctionDeclaration' || declared.type === 'ClassDeclaration')
    return [[nameOf(declared.id as Node), declared]]
  return declared.type.startsWith('TS') ? [] : [['', declared]]
}

/** Returns a declaration's name; '' for destructuring, which counts as a side effect. */
function nameOf(id: Node): string {
  return id.type === 'Identifier' ? String(id.name) : ''
}

function join(known: Declaration | undefined, more: Declaration): Declaration {
  if (!known) return more
  return {
    properties: new Set([...known.properties, ...more.properties]),
    endpoints: new Set([...known.endpoints, ...more.endpoints]),
    uses: [...known.uses, ...more.uses],
    locals: new Set([...known.locals, ...more.locals]),
  }
}

function declarationOf(root: Node, file: string): Declaration {
  const found: Declaration = { properties: new Set(), endpoints: new Set(), uses: [], locals: new Set() }
  visit(root)
  return found

  function visit(node: Node): void {
    // Only the expression of a type assertion is code.
    if (node.type.startsWith('TS') && !('expression' in node)) return
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') found.locals.add(String(node.name))
    if (node.type === 'Literal' && /^(GET|POST|PUT|DELETE) \//.test(String(node.value)))
      found.endpoints.add(String(node.value))
    if (node.type === 'ImportExpression') {
      const from = (node.source as Node).value
      if (typeof from === 'string' && from.startsWith('.'))
        found.uses.push([resolve(dirname(file), from), '*'])
    }
    if (node.type === 'MemberExpression' && !node.computed)
      found.properties.add(String((node.property as Node).name))
    if (node.type === 'Property')
      found.properties.add(String((node.key as Node).name ?? (node.key as Node).value))
    for (const [key, child] of Object.entries(node)) {
      if (
        key === 'typeAnnotation' ||
        key === 'typeArguments' ||
        key === 'typeParameters' ||
        key === 'returnType'
      )
        continue
      for (const each of Array.isArray(child) ? child : [child])
        if (each !== null && typeof each === 'object' && typeof (each as Node).type === 'string')
          visit(each as Node)
    }
  }
}
