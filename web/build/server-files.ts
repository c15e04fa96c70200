import { type Hosting, NOT_FOUND_PAGE } from './hosting.ts'

/** Port and folders in the generated files, the same as in the official container images. */
const PORT = 8080
const NGINX_ROOT = '/usr/share/nginx/html'
const CADDY_ROOT = '/srv'

/** Escapes a path for a regular expression. */
const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns an nginx file for the `http` context: /etc/nginx/conf.d/default.conf. */
export function nginxConf(hosting: Hosting): string {
  const { common, page, hashed, hashedPrefix, routes, prefixes } = hosting
  const always = Object.entries(common).map(
    ([name, value]) => `  add_header ${name} ${quoted(value)} always;`,
  )
  const pageMaps = Object.entries(page).map(
    ([name, value]) =>
      `map $sent_http_content_type $${variable(name)} {\n  ~^text/html ${quoted(value)};\n  default "";\n}`,
  )
  const ofPages = Object.keys(page).map((name) => `  add_header ${name} $${variable(name)} always;`)
  const ofHashed = Object.entries(hashed).map(
    ([name, value]) =>
      `map $uri $${variable(name)} {\n  ~^${escaped(hashedPrefix)} "${value}";\n  default "no-cache";\n}`,
  )
  const screens = routes.map((path) =>
    path === '/'
      ? '  location = / { try_files /index.html =404; }'
      : `  location = ${path} { try_files ${path}.html /index.html; }`,
  )
  const deeper = prefixes.map(
    (prefix) => `  location ~ ^${escaped(prefix)}[^/]+$ { try_files $uri.html /index.html; }`,
  )
  return `# The shop on nginx. Change listen, server_name and root to yours.
${[...pageMaps, ...ofHashed].join('\n')}

server {
  listen ${PORT};
  server_name _;
  root ${NGINX_ROOT};
  server_tokens off;
  absolute_redirect off;
  charset utf-8;
  charset_types text/css application/javascript application/json text/plain;

  # The build contains compressed copies of all text files. With the module ngx_brotli, also set: brotli_static on;
  gzip_static on;
  gzip_vary on;

${[...always, ...ofPages, '  add_header Cache-Control $cache_control;'].join('\n')}

  error_page 404 /${NOT_FOUND_PAGE};
  rewrite ^/(.+)/$ /$1 permanent;

  location / { try_files $uri =404; }
  location = /manifest.webmanifest { types { } default_type application/manifest+json; }
  location ~ \\.(?:br|gz)$|^/_ { return 404; }
${[...screens, ...deeper].join('\n')}
}
`
}

/** Converts a header's name to the name of an nginx variable. */
const variable = (name: string) => name.toLowerCase().replaceAll('-', '_')

const quoted = (value: string) => (value.includes('"') ? `'${value}'` : `"${value}"`)

/** Returns a Caddyfile. */
export function caddyfile(hosting: Hosting): string {
  const { common, page, hashed, hashedPrefix, routes, prefixes } = hosting
  const lines = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => `${name} \`${value}\``)
  const screens = routes.filter((path) => path !== '/').map(escaped)
  const screen = `^(?:${[...screens, ...prefixes.map((prefix) => `${escaped(prefix)}[^/]+`)].join('|')})$`
  const fileServer = (...options: string[]) =>
    [
      'file_server {',
      ...['precompressed br gzip', ...options].map((option) => `\t\t\t${option}`),
      '\t\t}',
    ].join('\n')
  return `# The shop on Caddy. Change the address and root to yours. For a name such as shop.example, Caddy obtains a certificate.
:${PORT} {
	root * ${CADDY_ROOT}

	header {
		${lines(common).join('\n\t\t')}
		?Cache-Control no-cache
	}
	header ${hashedPrefix}* ${lines(hashed).join(`\n\theader ${hashedPrefix}* `)}

	header /manifest.webmanifest Content-Type application/manifest+json

	@page path_regexp ^/$|\\.html$|${screen.replace(/\$$/, '/?$')}
	header @page {
		${lines(page).join('\n\t\t')}
	}

	@slash path_regexp ^/.+/$
	uri @slash strip_suffix /

	@hidden path_regexp \\.(?:br|gz)$|^/_
	handle @hidden {
		error 404
	}
	@screen path_regexp ${screen}
	handle @screen {
		try_files {path}.html /index.html
		${fileServer()}
	}
	handle {
		${fileServer()}
	}

	handle_errors {
		header {
			-Cache-Control
			${lines(page).join('\n\t\t\t')}
		}
		rewrite * /${NOT_FOUND_PAGE}
		${fileServer('status 404')}
	}
}
`
}

/** Returns vercel.json, which must be next to the folder `public`. */
export function vercelJson(hosting: Hosting): string {
  const { common, page, hashed, hashedPrefix, routes, prefixes } = hosting
  const list = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([key, value]) => ({ key, value }))
  const patterns = [...routes.filter((path) => path !== '/'), ...prefixes.map((prefix) => `${prefix}:id`)]
  const document = {
    outputDirectory: 'public',
    buildCommand: null,
    cleanUrls: true,
    trailingSlash: false,
    headers: [
      { source: '/(.*)', headers: list(common) },
      { source: `${hashedPrefix}(.*)`, headers: list(hashed) },
      ...['/', ...patterns].map((source) => ({ source, headers: list(page) })),
    ],
    // With cleanUrls, the home page is `/`.
    rewrites: patterns.map((source) => ({ source, destination: '/' })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
