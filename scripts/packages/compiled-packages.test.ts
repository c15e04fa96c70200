// A small part of `npm run test:packages` that needs no network: the packages are compiled, but use the installed
// dependencies of the checkout.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf } from '../documents/document-code.ts'
import { root } from '../project.ts'
import { bundleModules } from './bundle-package.ts'
import { PACKAGES, type PackageDefinition } from './package-definitions.ts'

/** The folders of the compiled packages, by name. The tests share them, because compiling takes most of their time. */
const compilations = new Map<string, Promise<string>>()
function compiled(name: string): Promise<string> {
  const folder = compilations.get(name) ?? compile(name)
  compilations.set(name, folder)
  return folder
}

async function compile(name: string): Promise<string> {
  const definition = PACKAGES.find((each) => each.name === name) as PackageDefinition
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-sample-'))
  await bundleModules(definition.workspace, folder, definition.replace())
  await definition.add(folder)
  const manifest = { name, type: 'module', exports: './dist/index.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  mkdirSync(join(folder, 'node_modules'))
  // Both packages contain modules of contracts, which have their own dependencies.
  for (const workspace of new Set([definition.workspace, 'contracts']))
    for (const dependency of readdirSync(join(root, workspace, 'node_modules'))) {
      const link = join(folder, 'node_modules', dependency)
      if (!existsSync(link)) symlinkSync(join(root, workspace, 'node_modules', dependency), link)
    }
  return folder
}

/** Runs a program until it exits. If `line` is given, stops the program once its output matches. */
function run(folder: string, args: string[], line?: RegExp): Promise<{ code: number | null; out: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: folder })
    let out = ''
    const add = (chunk: Buffer) => {
      out += chunk
      if (line?.test(out)) child.kill('SIGTERM')
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('close', (code) => done({ code, out }))
  })
}

test('the contract command detects drift from the contracts of another project', async () => {
  const folder = await compiled('@kitabo/contract')
  writeFileSync(join(folder, 'pets.js'), codeOf('contracts/package/README.md', 'js', 'const Pet = '))
  const pet = { id: 7, name: null, tag: 'cat' }
  const host = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/0')) response.writeHead(404).end('{"message":"Not found."}')
    else response.end(JSON.stringify(request.url?.endsWith('/pets') ? [pet] : pet))
  })
  await new Promise<void>((up) => host.listen(0, '127.0.0.1', up))
  const target = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const { code, out } = await run(folder, ['dist/bin.js', '--contracts', 'pets.js', '--target', target])
  host.close()
  expect(out).toMatch(/pets\.list\s+\$\[\]\.name/)
  expect(code).toBe(1)
})

test('the emulator starts with its console on a free port and stops', async () => {
  const folder = await compiled('@kitabo/emulator')
  const { code, out } = await run(folder, ['dist/bin.js', '--products', '20'], /Data {2,}in memory/)
  expect(out).toMatch(/Emulator is up\s+http:\/\/localhost:\d+\//)
  expect(code).toBe(0)
})

test('the emulator serves the products of the documented example', async () => {
  const folder = await compiled('@kitabo/emulator')
  const example = codeOf('docs/emulator-in-tests.md', 'js', 'createEmulator({ catalogue')
  const use = `${example}\nconsole.log(products.map(({ name }) => name))\nawait emulator.close()`
  writeFileSync(join(folder, 'own.mjs'), use)
  expect(await run(folder, ['own.mjs'])).toEqual({ code: 0, out: "[ 'Straw hat' ]\n" })
})

test('the emulator explains that Node is too old, before it loads its native module', async () => {
  const folder = await compiled('@kitabo/emulator')
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '9', node: '20.20.2' } })`
  writeFileSync(join(folder, 'old.mjs'), old)
  const message =
    'The emulator requires Node 22.14 or later, but this is Node 20.20.2; install a newer one from nodejs.org.'
  const { code, out } = await run(folder, ['--import', './old.mjs', 'dist/bin.js', '--port', '0'])
  expect(code).toBe(1)
  expect(out).toEqual(`${message}\n`)
  const use = `await (await import('./dist/index.js')).createEmulator().catch((error) => console.log(String(error)))`
  writeFileSync(join(folder, 'use.mjs'), use)
  expect((await run(folder, ['--import', './old.mjs', 'use.mjs'])).out).toBe(`StartError: ${message}\n`)
})
