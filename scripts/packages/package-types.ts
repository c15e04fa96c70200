/**
 * Writes the type declarations reachable from a package's index, each file twice: for `import` and for `require`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from '../bootstrap.ts'
import { bin } from '../run-program.ts'
import { UserError } from '../runtime.mjs'

/** Matches module specifiers in declarations. */
const SPECIFIER = /((?:\bfrom|\bimport\(|\bimport|\bmodule) ?)(['"])([^'"]+)\2/g

/** Emits the declarations of the whole checkout. */
export function emitDeclarations(into: string): void {
  const { status, stdout } = spawnSync(
    bin('tsc'),
    ['-p', 'scripts/packages/tsconfig.types.json', '--outDir', into],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new UserError(`The declarations of the packages could not be written:\n${stdout}`)
}

/**
 * Copies the declarations that a package's index reaches.
 * @param declarations output folder of `emitDeclarations`
 * @returns the packages that the declarations import
 */
export function copyDeclarations(declarations: string, room: string, folder: string): string[] {
  const reached = new Set<string>()
  const packages = new Set<string>()
  const open = [join(declarations, room, 'package', 'index.d.ts')]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const [, , , name = ''] of readFileSync(file, 'utf8').matchAll(SPECIFIER)) {
      const target = declarationOf(declarations, file, name)
      if (target !== null) open.push(target)
      else if (!name.startsWith('node:')) packages.add(packageOf(name))
    }
  }
  for (const file of reached) {
    const text = readFileSync(file, 'utf8')
    for (const [kind, types, ending] of [
      ['types', '.d.ts', '.js'],
      ['types-cjs', '.d.cts', '.cjs'],
    ] as const) {
      const to = join(folder, kind, relative(declarations, file).replace(/\.d\.ts$/, types))
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(
        to,
        text.replace(SPECIFIER, (all, before, quote, name) => {
          const target = declarationOf(declarations, file, name)
          return target === null ? all : before + quote + pathTo(file, target, ending) + quote
        }),
      )
    }
  }
  return [...packages].sort()
}

/** Resolves a specifier to a declaration file; null for another package. */
function declarationOf(declarations: string, from: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name.replace(/\.ts$/, '.d.ts'))
  const [room = '', ...rest] = name.split('/')
  const path = rest.join('/')
  if (room === 'contracts')
    return join(declarations, room, /^(?:harness|cases)\//.test(path) ? '' : 'src', `${path}.d.ts`)
  return room === 'fixtures' ? join(declarations, room, 'src', `${path}.d.ts`) : null
}

function pathTo(from: string, target: string, ending: string): string {
  const path = relative(dirname(from), target)
    .replaceAll(sep, '/')
    .replace(/\.d\.ts$/, ending)
  return path.startsWith('.') ? path : `./${path}`
}

/** `@scope/name/part` -> `@scope/name`. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
