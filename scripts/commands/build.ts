import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { writeHostingFiles } from '../../web/build/hosting.ts'
import { caddyfile, nginxConf, vercelJson } from '../../web/build/server-files.ts'
import { bootstrap, print, root } from '../bootstrap.ts'
import { buildShop, precompress } from '../build/build.ts'
import { readShopSettings } from '../build/shop-settings.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'

/** Files of the build that are not copied: the stamp, source maps, and compressed copies, which are written again. */
const NOT_SERVED = /^\.|\.(?:map|br|gz)$/

export const command = defineCommand({
  summary:
    'Builds the shop into dist: the folder public, which can be deployed, and configuration files for servers. Reads settings from the environment or .env.',
  options: {
    'allow-incomplete': {
      summary:
        'build for an API on a different host even if payment, map, places or chat settings are missing',
    },
    out: { value: 'FOLDER', summary: 'output folder (dist)' },
  },
  run: async ({ out = join(root, 'dist'), 'allow-incomplete': allowIncomplete = false }) => {
    const folder = join(out, 'public')
    if (existsSync(folder) && !existsSync(join(folder, '_headers')))
      throw new UserError(`${folder} is not a build of the shop. Choose a different folder with --out.`)
    const settings = readShopSettings({ allowIncomplete })
    await bootstrap()
    const built = buildShop()
    rmSync(folder, { recursive: true, force: true })
    cpSync(built, folder, {
      recursive: true,
      filter: (file) => file === built || !NOT_SERVED.test(basename(file)),
    })
    const hosting = await writeHostingFiles(built, folder, settings)
    precompress(folder)
    writeFileSync(join(out, 'nginx.conf'), nginxConf(hosting))
    writeFileSync(join(out, 'Caddyfile'), caddyfile(hosting))
    writeFileSync(join(out, 'vercel.json'), vercelJson(hosting))
    print(
      `The shop is in ${relative(process.cwd(), folder) || folder}. npm run preview serves it; docs/deployment.md explains how to deploy it.`,
    )
    return 0
  },
})
