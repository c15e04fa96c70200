import { type Hosting, NOT_FOUND_PAGE } from './hosting.ts'

/** Port and folder in the generated file, the same as in the official container image. */
const PORT = 8080
const ROOT = '/usr/share/nginx/html'

const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns an nginx file for the `http` context: /etc/nginx/conf.d/default.conf. */
export function nginxConf(hosting: Hosting): string {
  const { common, page, hashed, hashedPrefix, routes, prefixes } = hosting
  const always = Object.entries(common).map(
    ([name, value]) => `  add_header ${name} ${nginxString(value)} always;`,
  )
  const pageMaps = Object.entries(page).map(
    ([name, value]) =>
      `map $sent_http_content_type $${variable(name)} {\n  ~^text/html ${nginxString(value)};\n  default "";\n}`,
  )
  const ofPages = Object.keys(page).map((name) => `  add_header ${name} $${variable(name)} always;`)
  const ofHashed = Object.entries(hashed).map(
    ([name, value]) =>
      `map $uri $${variable(name)} {\n  ~^${escaped(hashedPrefix)} "${value}";\n  default "no-cache";\n}`,
  )
  const screens = routes.map((path) =>
    path === '/'
      ? '  location = / { try_files /index.html =404; }'
      : `  location = ${path} { try_files ${path}.html =404; }`,
  )
  const deeper = prefixes.map(
    ({ prefix, shell }) => `  location ~ ^${escaped(prefix)}[^/]+$ { try_files $uri.html ${shell}; }`,
  )
  return `# The shop on nginx. Change listen, server_name and root to yours.
${[...pageMaps, ...ofHashed].join('\n')}

server {
  listen ${PORT};
  server_name _;
  root ${ROOT};
  server_tokens off;
  absolute_redirect off;
  charset utf-8;
  charset_types text/css application/javascript application/json text/plain;

  # The build contains compressed copies of all text files. With the module ngx_brotli, also set: brotli_static on;
  gzip_static on;
  gzip_vary on;

${[...always, ...ofPages, '  add_header Cache-Control $cache_control;'].join('\n')}

  error_page 404 /${NOT_FOUND_PAGE};
  # nginx cannot decode paths such as /authors/%.
  error_page 400 =404 /${NOT_FOUND_PAGE};
  rewrite ^/(.+)/$ /$1 permanent;

  location / { try_files $uri =404; }
  location = /manifest.webmanifest { types { } default_type application/manifest+json; }
  location ~ \\.(?:br|gz)$|^/_ { return 404; }
${[...screens, ...deeper].join('\n')}
}
`
}

const variable = (name: string) => name.toLowerCase().replaceAll('-', '_')

const nginxString = (value: string) => (value.includes('"') ? `'${value}'` : `"${value}"`)
