import {
  type Deployment,
  escapeForPattern,
  type HostingTable,
  makePattern,
  pageFile,
} from '../hosting-table.ts'

/** Apache 2.4, with a file to include in a VirtualHost. Needs the modules rewrite and headers. */
export const apache = {
  usesCompressedCopies: false,
  configFiles: ({ table }: Deployment) => ({ 'apache.conf': apacheConf(table) }),
}

const quote = (value: string) => `"${value.replaceAll('"', '\\"')}"`

function apacheConf(table: HostingTable): string {
  const { common, page, hashed, hashedPrefix, pages, patterns, shellStatus, notFound } = table
  const setAll = (headers: Readonly<Record<string, string>>, condition = '') =>
    Object.entries(headers).map(
      ([name, value]) => `Header always set ${name} ${quote(value)}${condition && ` "expr=${condition}"`}`,
    )
  const rewrites = [
    ...pages.map(
      (path) => `RewriteRule "^${escapeForPattern(path).replace(/\/$/, '')}/?$" "${pageFile(path)}" [END]`,
    ),
    ...patterns.flatMap((pattern) => [
      'RewriteCond "%{DOCUMENT_ROOT}$1.html" -f',
      `RewriteRule "${makePattern(pattern)}" "$1.html" [END]`,
      ...(shellStatus === 200 ? [`RewriteRule "${makePattern(pattern)}" "${pattern.shell}" [END]`] : []),
    ]),
  ]
  const errors = patterns.map(
    (pattern) =>
      `<LocationMatch "${makePattern(pattern)}">\n  ErrorDocument 404 ${pattern.shell}\n</LocationMatch>`,
  )
  return `# The shop on Apache: include this file in a VirtualHost whose DocumentRoot is dist/public.
${[...setAll(common), ...setAll(page, '%{CONTENT_TYPE} =~ m#^text/html#')].join('\n')}
Header always set Cache-Control "no-cache"
${setAll(hashed, `%{REQUEST_STATUS} in { '200', '206', '304' } && %{REQUEST_URI} =~ m#^${hashedPrefix}#`).join('\n')}
AddType application/manifest+json .webmanifest
AddDefaultCharset utf-8
DirectoryIndex disabled
ErrorDocument 400 ${notFound}
ErrorDocument 404 ${notFound}
${shellStatus === 404 ? errors.join('\n') : ''}
RewriteEngine On
# Apache applies these rules to error documents too.
RewriteCond "%{ENV:REDIRECT_STATUS}" "^$"
RewriteCond "%{REQUEST_URI}" "!^/shells/"
RewriteRule "\\.html$|^/[_.]" - [R=404,L]
# Without this rule, Apache redirects from a folder to the same path with a slash.
RewriteCond "%{DOCUMENT_ROOT}%{REQUEST_URI}" -d
RewriteCond "%{REQUEST_URI}" "!^/$"
${[
  `RewriteRule "^(?!(?:${pages
    .filter((path) => path !== '/')
    .map(escapeForPattern)
    .join('|')})/?$)" - [R=404,L]`,
  ...rewrites,
].join('\n')}
`
}
