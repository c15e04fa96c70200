import { readFileSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { unzipSync } from 'fflate'
import { Har } from '../harness/recording/har.ts'
import { UserError } from '../src/command-line/user-error.ts'
import { parseAs, readTextFile } from './text-files.ts'

/** Returns the bytes of a file next to a recording, or null if there is none. */
type Attachments = (name: string) => Uint8Array | null

/**
 * Reads a recording with the bodies that Playwright stores in files of their own: next to the HAR, or with it in a ZIP
 * archive.
 * @throws UserError if the file cannot be read or contains no HAR
 */
export function readHars(file: string): Har[] {
  const bytes = bytesOf(file)
  if (bytes?.toString('latin1', 0, 2) !== 'PK') return [harOf(file, readTextFile(file), attachmentsOf(file))]
  let archive: Record<string, Uint8Array>
  try {
    archive = unzipSync(bytes)
  } catch (error) {
    throw new UserError(`${file} is not a readable ZIP archive (${(error as Error).message}).`)
  }
  const names = Object.keys(archive).filter((name) => name.endsWith('.har'))
  if (names.length === 0) throw new UserError(`${file} contains no .har file.`)
  return names.map((name) => {
    const text = Buffer.from(archive[name] ?? []).toString('utf8')
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    return harOf(`${file}/${name}`, text, (attached) => archive[folder + attached] ?? null)
  })
}

function harOf(file: string, text: string, attachments: Attachments): Har {
  const har = parseAs(file, 'a HAR', text, (content) => Har.parse(content))
  for (const entry of har.log.entries) {
    const { request, response } = Object(entry)
    attach(Object(request).postData, attachments, 'utf8')
    attach(Object(response).content, attachments, 'base64')
  }
  return har
}

/** Adds the text of an attached file to the content that names it. */
function attach(content: unknown, attachments: Attachments, encoding: 'utf8' | 'base64'): void {
  const { _file: name, text } = Object(content)
  const bytes = typeof name === 'string' && text === undefined ? attachments(name) : null
  if (bytes) Object.assign(content as object, { text: Buffer.from(bytes).toString(encoding), encoding })
}

/** Reads attached files in the folder of a recording, and no others. */
function attachmentsOf(file: string): Attachments {
  const folder = dirname(resolve(file))
  return (name) => {
    const path = resolve(folder, name)
    return path.startsWith(folder + sep) ? bytesOf(path) : null
  }
}

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
