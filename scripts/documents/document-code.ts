import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.ts'

/** Returns the files in the checkout that git tracks or does not ignore. @param patterns such as `*.md` */
export function listFiles(...patterns: string[]): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...patterns]
  const list = execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  return list.split('\n').filter((path) => existsSync(join(root, path)) && path !== '')
}

/** Returns all documents in the checkout. */
export const listDocuments = (): string[] => listFiles('*.md')

/** Returns the code blocks in a document that have the given language. */
export function codeBlocks(document: string, language: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  return [...blocks].map(([, block = '']) => block)
}

/** Returns the only code block that contains a text. @throws Error if there is none or more than one */
export function codeOf(document: string, language: string, containing: string): string {
  const blocks = codeBlocks(document, language).filter((block) => block.includes(containing))
  if (blocks.length !== 1) throw new Error(`${document} has ${blocks.length} blocks with ${containing}`)
  return blocks[0] as string
}
