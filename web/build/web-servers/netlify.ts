import type { Deployment } from '../hosting-table.ts'
import { headerRule } from './cloudflare.ts'

/** Above this number of prerendered pages, `PATH.html` is also served, because Netlify advises against 10,000 rules. */
const MAX_RULES = 9000

/**
 * Netlify. Source: https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/: a path has the file
 * `PATH.html`; rules apply to paths without a file, and with `!` to all. Paths are case-sensitive.
 */
export const netlify = {
  usesCompressedCopies: false,
  configFiles: ({ table, files }: Deployment): Record<string, string> => {
    const { common, page, hashed, hashedPrefix, patterns, shellStatus, notFound } = table
    const isAsset = (file: string) => `/${file}`.startsWith(hashedPrefix)
    const isDocument = (file: string) => file.endsWith('.html') && !file.startsWith('shells/')
    const hidden = files.filter(isDocument).slice(0, MAX_RULES)
    return {
      'public/_headers': `${[
        headerRule('/*', { ...common, ...page }),
        // Not `/assets/*`, which would also make the 404 page immutable.
        ...files.filter(isAsset).map((file) => headerRule(`/${file}`, hashed)),
      ].join('\n')}\n`,
      'public/_redirects': [
        `/_headers ${notFound} 404!\n/_redirects ${notFound} 404!\n`,
        ...hidden.map((file) => `/${encodeURI(file)} ${notFound} 404!\n`),
        ...patterns.map(({ shell }) => `${shell.replace(/\.html$/, '')} ${notFound} 404!\n`),
        ...patterns.map(({ prefix, shell }) => `${prefix}:id ${shell} ${shellStatus}\n`),
      ].join(''),
    }
  },
}
