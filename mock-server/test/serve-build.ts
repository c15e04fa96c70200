import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { createTestApp } from './test-app.ts'

/** Creates a build folder with a page, its compressed copy, a script and other files. */
export function createBuild(text: string, files: Record<string, string> = {}): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'kitabo-built-')), 'dist')
  for (const [name, content] of Object.entries({
    'index.html': `<title>${text}</title>`,
    'index.html.gz': gzipSync(`<title>${text}, smaller</title>`),
    'assets/index-abc.js': `'${text}'`,
    ...files,
  })) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return folder
}

/** Serves built pages. @returns a function that requests a path */
export async function serveBuild(options: Parameters<typeof createTestApp>[0]) {
  const app = await createTestApp(options)
  onTestFinished(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers })
  const statusOf = async (url: string) => (await get(url)).statusCode
  return { ...app, get, statusOf }
}
