import { type Deployment, escapeForPattern, type HostingTable, pageFile } from '../hosting-table.ts'

/** Caddy 2, with a file to import into a site block. */
export const caddy = {
  usesCompressedCopies: true,
  configFiles: ({ table }: Deployment) => ({ 'shop.caddy': caddyFile(table) }),
}

const quote = (value: string) => `\`${value}\``

/** Matchers are regular expressions, because Caddy's path matchers ignore case. */
function caddyFile(table: HostingTable): string {
  const { common, page, hashed, hashedPrefix, pages, patterns, shellStatus, notFound } = table
  const lines = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => `${name} ${quote(value)}`)
  const deeper = pages.filter((path) => path !== '/').map(escapeForPattern)
  const routes = patterns.flatMap(({ prefix, shell }, index) => [
    `@path${index} {\n    path_regexp path${index} ^(${escapeForPattern(prefix)}[^/]+?)/?$\n    not path_regexp \\.\\w+/?$\n  }`,
    `rewrite @path${index} {re.path${index}.1}.html`,
    `@unwritten${index} {\n    path_regexp ^${escapeForPattern(prefix)}[^/]+\\.html$\n    not file\n  }`,
    shellStatus === 404 ? `error @unwritten${index} 404` : `rewrite @unwritten${index} ${shell}`,
  ])
  const errors = patterns.flatMap(({ prefix, shell }, index) => [
    `@shell${index} {\n    vars_regexp {http.request.orig_uri.path} ^${escapeForPattern(prefix)}[^/]+/?$\n    not vars_regexp {http.request.orig_uri.path} \\.\\w+/?$\n  }`,
    `rewrite @shell${index} ${shell}`,
  ])
  return `# The shop on Caddy: import this file into a site block with "root * dist/public".
header {
  ${lines({ ...common, ...page }).join('\n  ')}
}
route {
  header Cache-Control no-cache
  @hashed {
    path_regexp ^${escapeForPattern(hashedPrefix)}
    file
  }
  header @hashed {
    ${lines(hashed).join('\n    ')}
  }
  @hidden {
    path_regexp \\.(?:html|br|gz)$|^/[_.]|\\x00
    not path_regexp ^/shells/
  }
  error @hidden 404
  @home path_regexp ^/$
  rewrite @home ${pageFile('/')}
  @page path_regexp page ^(${deeper.join('|')})/?$
  rewrite @page {re.page.1}.html
  ${routes.join('\n  ')}
  file_server {
    precompressed br gzip
    disable_canonical_uris
  }
}
handle_errors {
  header Cache-Control no-cache
  ${(shellStatus === 404 ? errors : []).join('\n  ')}
  @other not path ${[...patterns.map(({ shell }) => shell)].join(' ')}
  rewrite @other ${notFound}
  file_server {
    disable_canonical_uris
  }
}
`
}
