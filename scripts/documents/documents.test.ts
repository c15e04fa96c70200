import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { nonEmpty } from '../../contracts/test/non-empty.ts'
import { root } from '../project.ts'
import { codeBlocks, listDocuments, listFiles } from './document-code.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = listDocuments()
/** The names of all files, and of files that Playwright and the contract command write. */
const fileNames = new Set(
  ['error-context.md', 'report.json'].concat(listFiles('*').map((path) => basename(path))),
)

/** Returns the anchors that GitHub generates from the headings of a document. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(documents)('%s has no broken links, and names existing files only', (path) => {
  const text = read(path)
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(target).includes(anchor)
  })
  expect(broken).toEqual([])
  const prose = codeBlocks(path, '\\w*').reduce((rest, block) => rest.replace(block, ''), text)
  const urls = [...prose.matchAll(/\]\((https?:[^)\s]+)\)/g)].map(([, url = '']) => url)
  expect(urls.filter((url) => !URL.canParse(url) || !url.startsWith('https://'))).toEqual([])
  const quoted = text.matchAll(/`((?!dist\/)(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|json|scss|sql|md))`/g)
  const folders = [dirname(path), '.', 'web', 'web/src']
  const isMissing = (name: string) =>
    !folders.some((folder) => existsSync(join(root, folder, name))) && !fileNames.has(name)
  expect([...quoted].map(([, name = '']) => name).filter(isMissing)).toEqual([])
})

/** Returns the commands in the documents with their options, such as `build` with `--out`. */
function namedCommands(): Map<string, Set<string>> {
  const commands = new Map<string, Set<string>>()
  const text = documents.map(read).join('\n')
  for (const [, name = '', rest = ''] of text.matchAll(
    /\bnpm (?:run )?((?:(?<=run )[a-z][\w:]*(?:-\w+)*)|start|test)\b((?: (?:-- )?--[^`\n|#]*)?)/g,
  )) {
    const options = commands.get(name) ?? new Set()
    for (const [option] of rest.matchAll(/(?<=\s)--[a-z][\w-]+/g)) options.add(option)
    commands.set(name, options)
  }
  return commands
}

const commands = [...namedCommands()]

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test('the documents refer to existing commands only', () => {
  expect(commands.length).toBeGreaterThan(8)
  expect(commands.map(([name]) => name).filter((name) => !(name in scripts))).toEqual([])
})

/** Programs of others. */
const FOREIGN_COMMANDS = ['unit', 'e2e']

test.each(
  nonEmpty(commands.filter(([name, options]) => options.size > 0 && !FOREIGN_COMMANDS.includes(name))),
)('npm run %s accepts the documented options', (name, options) => {
  // The command line of the script, without the leading `node`.
  const [, ...line] = (scripts[name] ?? '').split(' ')
  const { stdout } = spawnSync(process.execPath, [...process.execArgv, ...line, '--help'], {
    cwd: root,
    encoding: 'utf8',
  })
  const known = new Set([...(stdout.match(/--[a-z][\w-]+/g) ?? []), '--help'])
  expect([...options].filter((option) => !known.has(option))).toEqual([])
})

/** Variables of Node, npm, the system, test runners and GitHub. */
const FOREIGN = /^(PATH|NODE_|NO_|FORCE_COLOR$|CLICOLOR|TRACE_|VITEST|JEST_|GITHUB_|INIT_CWD$)/

/** Returns the environment variables that the code and the containers read. */
function variablesInCode(): Set<string> {
  const sources = listFiles('*/*.ts', '*/*.mjs').filter((path) => !/\.test\.|^web\/src/.test(path))
  const text = [...sources, 'docker-compose.yml'].map(read).join('\n')
  const members = [
    ...text.matchAll(/\b(?:env\.|variable: '|portOf\(')([A-Z][A-Z0-9_]+)|\$\{([A-Z][A-Z0-9_]+):-/g),
  ]
  const destructured = [...text.matchAll(/\{([^{}]*)\} = (?:process\.)?env\b/g)].flatMap(
    ([, names = '']) => names.match(/\b[A-Z][A-Z0-9_]+(?=:)/g) ?? [],
  )
  return new Set([...members.map(([, variable, port]) => variable ?? port ?? ''), ...destructured])
}

test('the tables of settings list exactly the variables that the code reads', () => {
  const inCode = [...variablesInCode()].filter((name) => !FOREIGN.test(name) && !name.startsWith('VITE_'))
  const tables = ['docs/settings.md', 'contracts/README.md'].map(read).join('\n')
  const cells = [...tables.matchAll(/(?<=\|)((?: `[A-Z_]+`,?)+) +(?=\|)/gm)].map(([, cell = '']) => cell)
  const names = cells.flatMap((cell) => cell.match(/[A-Z_]+/g) ?? [])
  const listed = new Set(names.filter((name) => !/^VITE_|_PROXY$/.test(name)))
  expect([...listed].toSorted()).toEqual(inCode.toSorted())
})
