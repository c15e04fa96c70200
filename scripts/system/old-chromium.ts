import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { root } from '../project.ts'

/**
 * Packages that contain a build of Chromium for Linux x64, by its version. About 50 MB each, fetched when a test needs
 * one.
 */
const BUILDS = {
  90: 'chrome-aws-lambda@8.0.0',
  106: '@sparticuz/chromium@106.0.2',
} as const
/** Current versions of puppeteer-core do not speak to these builds. */
const DRIVER = 'puppeteer-core@13.7.0'

export type OldVersion = keyof typeof BUILDS

/** Fetches an old build and its driver into .data through npm. @returns what puppeteer's `launch` needs */
export async function fetchOldChromium(version: OldVersion) {
  const folder = join(root, '.data', 'browsers', String(version))
  const modules = join(folder, 'node_modules')
  const file = join(folder, 'chromium')
  const libraries = join(folder, 'libraries')
  if (!existsSync(file)) {
    mkdirSync(libraries, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const packages = [BUILDS[version], DRIVER]
    execFileSync('npm', ['install', '--ignore-scripts', '--legacy-peer-deps', ...packages], { cwd: folder })
    const packed = join(modules, BUILDS[version].replace(/@[\d.]+$/, ''), 'bin')
    for (const name of readdirSync(packed).filter((each) => each.endsWith('.tar.br')))
      execFileSync('tar', ['x', '-C', libraries], {
        input: brotliDecompressSync(readFileSync(join(packed, name))),
      })
    // Renamed when it is complete, so that a full disk or an interrupt leaves no truncated browser.
    writeFileSync(`${file}.part`, brotliDecompressSync(readFileSync(join(packed, 'chromium.br'))), {
      mode: 0o755,
    })
    renameSync(`${file}.part`, file)
  }
  const driver = await import(
    pathToFileURL(join(modules, 'puppeteer-core', 'lib', 'cjs', 'puppeteer', 'node-puppeteer-core.js')).href
  )
  const env = { ...process.env, LD_LIBRARY_PATH: join(libraries, 'lib') }
  return { driver: driver.default.default ?? driver.default, executablePath: file, env }
}
