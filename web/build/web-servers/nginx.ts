import {
  type Deployment,
  escapeForPattern,
  type HostingTable,
  makePattern,
  pageFile,
} from '../hosting-table.ts'

/** Port and folder in the generated file, the same as in the official container image. */
const PORT = 8080
const ROOT = '/usr/share/nginx/html'

/** nginx, with a file for its `http` context: /etc/nginx/conf.d/default.conf. */
export const nginx = {
  usesCompressedCopies: true,
  configFiles: ({ table }: Deployment) => ({ 'nginx.conf': nginxConf(table) }),
}

const quote = (value: string) => (value.includes('"') ? `'${value}'` : `"${value}"`)

const variable = (name: string) => name.toLowerCase().replaceAll('-', '_')

function nginxConf(table: HostingTable): string {
  const { common, page, hashed, hashedPrefix, pages, patterns, shellStatus, notFound } = table
  const maps = [
    ...Object.entries(page).map(
      ([name, value]) =>
        `map $sent_http_content_type $${variable(name)} {\n  ~^text/html ${quote(value)};\n  default "";\n}`,
    ),
    ...Object.entries(hashed).map(
      ([name, value]) =>
        `map $status$uri $${variable(name)} {\n  ~^(?:200|206|304)${escapeForPattern(hashedPrefix)} "${value}";\n  default "no-cache";\n}`,
    ),
  ]
  const headers = [
    ...Object.entries(common).map(([name, value]) => [name, quote(value)]),
    ...Object.keys({ ...page, ...hashed }).map((name) => [name, `$${variable(name)}`]),
  ].map(([name, value]) => `  add_header ${name} ${value} always;`)
  const exact = pages.map((path) =>
    path === '/'
      ? `  location = / { try_files ${pageFile(path)} =404; }`
      : `  location ~ ^${escapeForPattern(path)}/?$ { try_files ${pageFile(path)} =404; }`,
  )
  const shells = patterns.map(({ shell }, index) =>
    shellStatus === 404 ? `  location @shell${index} { error_page 404 ${shell}; return 404; }` : '',
  )
  const prefixed = patterns.map((pattern, index) => {
    const shell = shellStatus === 404 ? `@shell${index}` : pattern.shell
    return `  location ~ "${makePattern(pattern)}" { try_files $1.html ${shell}; }`
  })
  return `# The shop on nginx. Change listen, server_name and root to yours.
${maps.join('\n')}

server {
  listen ${PORT};
  listen [::]:${PORT};
  server_name _;
  root ${ROOT};
  server_tokens off;
  absolute_redirect off;
  merge_slashes off;
  charset utf-8;
  charset_types text/css application/javascript application/json text/plain text/xml;

  # The build contains compressed copies of all text files. With the module ngx_brotli, also set: brotli_static on;
  gzip_static on;
  gzip_vary on;

${headers.join('\n')}

  error_page 404 ${notFound};
  # nginx cannot decode paths such as /authors/%.
  error_page 400 =404 ${notFound};

  # No location redirects: a redirect to a part of the request's path can lead to a different site.
  location / { try_files $uri =404; }
  location ~ \\.(?:html|br|gz)$|^/[_.] { return 404; }
  location = ${notFound} { internal; }
  location ^~ /shells/ { try_files $uri =404; }
  location = /manifest.webmanifest { types { } default_type application/manifest+json; }
${[...exact, ...prefixed, ...shells].filter(Boolean).join('\n')}
}
`
}
