import { setFlagsFromString } from 'node:v8'
import { PrerenderError, prerender } from '../../web/build/prerender.ts'
import { bootstrap, print } from '../bootstrap.ts'
import { buildShop } from '../build/build.ts'
import { readShopSettings } from '../build/shop-settings.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'

export const command = defineCommand({
  summary:
    'Builds the shop and writes a page for each product, category and author, for link previews, search engines and browsers without JavaScript.',
  options: {
    api: { value: 'ORIGIN', summary: 'host of the API (default: VITE_API_HOST)' },
    site: {
      value: 'ORIGIN',
      summary: 'origin of the deployed shop, such as https://shop.example, for absolute URLs and the sitemap',
    },
  },
  run: async ({ api: apiOption, site = '' }) => {
    const api = apiOption ?? readShopSettings({ allowIncomplete: true }).apiHost
    if (!api) throw new UserError('--api must be the host of the API, such as http://localhost:8080.')
    for (const [option, value] of Object.entries({ api, site })) {
      if (value !== '' && !/^https?:\/\/[^/\s]+$/.test(value))
        throw new UserError(`--${option} must be an origin like https://shop.example, found "${value}".`)
    }
    await bootstrap()
    const shop = buildShop()
    // Limits the heap, which Node sizes by the machine's memory. Even 100,000 pages need little memory at any one time.
    setFlagsFromString('--optimize-for-size')
    const started = Date.now()
    let shown = 0
    const { products, categories, authors, pages, written, removed } = await prerender({
      shop,
      api,
      site,
      onProgress: (done, total) => {
        if (Date.now() - shown < 2000) return
        shown = Date.now()
        print(`  … ${done} of ${total} products`)
      },
    }).catch((error: unknown) => {
      throw error instanceof PrerenderError ? new UserError(error.message) : error
    })
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    const memory = Math.round(process.resourceUsage().maxRSS / 1024)
    print(
      `${products} products, ${categories} categories and ${authors} authors: ${written} pages written, ${pages - written} unchanged, ${removed} removed, in ${seconds} s with ${memory} MB. They are in ${shop}.`,
    )
    return 0
  },
})
