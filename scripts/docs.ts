import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectExamples } from '../contracts/cases/openapi-examples.ts'
import { startEmbeddedEmulator } from '../contracts/command/emulator.ts'
import { api } from '../contracts/src/api.ts'
import { buildOpenApi, PROVIDER } from '../contracts/src/openapi.ts'
import { commandLine, print } from './command-line.ts'
import { root, version } from './project.ts'

const file = join(root, 'contracts/openapi.json')
const { check } = commandLine('docs', 'Writes contracts/openapi.json, the OpenAPI 3.1 document.')
  .option('--check', 'only check whether it is up to date; the exit code is 1 if it is not')
  .parse()
  .opts()
const emulator = await startEmbeddedEmulator()
const examples = await collectExamples(emulator.host, emulator.token()).finally(() => emulator.close())
const document = `${JSON.stringify(buildOpenApi(api, version, { ...PROVIDER, examples }), null, 2)}\n`
if (!check) {
  writeFileSync(file, document)
  print(`wrote ${file}`)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== document) {
  process.stderr.write(`${file} is out of date: run \`npm run docs\` and commit it.\n`)
  process.exitCode = 1
}
