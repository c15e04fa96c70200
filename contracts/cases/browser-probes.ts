import { api } from '../src/api.ts'
import { API_PREFIX } from '../src/client.ts'
import { flattenNames } from '../src/contracts.ts'
import type { Endpoint } from '../src/endpoint.ts'
import { storedProductImagePath } from '../src/images.ts'
import { type EarlierResponses, listFinding, type Probe, type ProbeResponse } from '../src/probe.ts'
import type { Finding } from '../src/schema/finding.ts'
import { eachOf, pathStep } from '../src/schema/json-path.ts'
import { fileNames, productsOf } from './extract.ts'
import { PRODUCT_LISTS } from './staging/staging.ts'

/**
 * Default of the Origin header in requests, which the host's CORS headers must allow: the origin of a shop in
 * development, because an emulator allows only pages on its own machine.
 */
export const SHOP_ORIGIN = 'http://localhost:5173'

/** Declares the preflight that a browser sends before a cross-origin request with these headers. */
function preflightProbe(name: string, method: string, path: string, headers: readonly string[]): Probe {
  const requestedPath = `${API_PREFIX}${path}`
  return {
    name,
    title: 'permits cross-origin requests',
    reason: 'a preflight without a token or body, which triggers no action',
    sends: [`OPTIONS ${requestedPath}`],
    reads: [],
    requests: () => [
      {
        path: requestedPath,
        method: 'OPTIONS',
        headers: {
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': headers.join(','),
        },
      },
    ],
    check: ([response], { pageOrigin }) =>
      response ? checkPreflight(response, pageOrigin, method, headers) : [],
    note: ([response]) => {
      const allowed = response?.headers.get('access-control-allow-headers')?.trim()
      // Chromium 156 and Firefox 153 send the token if `*` is allowed, although the Fetch standard excludes it.
      return allowed === '*' && headers.includes('authorization')
        ? 'Access-Control-Allow-Headers: * permits the token in browsers, but not by the Fetch standard'
        : null
    },
  }
}

function checkPreflight(
  response: ProbeResponse,
  pageOrigin: string | null,
  method: string,
  headers: readonly string[],
): Finding[] {
  const values = (name: string) =>
    (response.headers.get(`access-control-allow-${name}`) ?? '').split(',').map((value) => value.trim())
  const add = (name: string, expected: string, actual: string) =>
    listFinding('preflight', `$headers.access-control-allow-${name}`, expected, actual)
  if (response.status < 200 || response.status > 299)
    return listFinding('preflight', '$status', '200 or 204 for a preflight', String(response.status))
  const [origin] = values('origin')
  if (origin !== '*' && origin !== pageOrigin) return add('origin', `* or ${pageOrigin}`, origin || 'missing')
  const methods = values('methods').map((value) => value.toUpperCase())
  // GET, POST and HEAD require no permission.
  if (!['GET', 'POST', 'HEAD'].includes(method) && !methods.includes('*') && !methods.includes(method))
    return add('methods', method, 'not listed')
  const allowed = values('headers').map((value) => value.toLowerCase())
  const missing = allowed.includes('*') ? [] : headers.filter((value) => !allowed.includes(value))
  return missing.length > 0 ? add('headers', headers.join(', '), `without ${missing.join(', ')}`) : []
}

/**
 * Returns a product's image file and the path of its `image_fullpath`. Skips placeholders and images on other hosts.
 */
function imageOf(earlier: EarlierResponses): { file: string; path: string } | null {
  const base = `${earlier.origin}/`
  for (const product of PRODUCT_LISTS.flatMap((name) => productsOf(earlier.response(name)?.body))) {
    const [file] = fileNames(Array.isArray(product.image) ? product.image : [])
    const [url] = Array.isArray(product.image_fullpath) ? product.image_fullpath : []
    if (file === undefined || typeof url !== 'string' || url.includes('/assets/')) continue
    if (url.startsWith(base)) return { file, path: url.slice(earlier.origin.length) }
  }
  return null
}

/** Returns the paths of the image URLs in a body that begin with http:. */
function findInsecureImages(value: unknown, path = '$', isImage = false): string[] {
  if (typeof value === 'string') return isImage && /^http:/i.test(value) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((item) => findInsecureImages(item, eachOf(path), isImage))
  return Object.entries(Object(value)).flatMap(([key, inner]) =>
    findInsecureImages(inner, path + pathStep(key), /image_fullpath$/.test(key)),
  )
}

/** Declares that a host with TLS links to its images by HTTPS, because the policy of the shop's pages blocks others. */
const secureImagesProbe = (name: string): Probe => ({
  name,
  title: 'links to images by HTTPS, like the host',
  reason: 'compares a response of this run',
  sends: [],
  reads: [],
  requests: ({ response }) => (response(name) ? [] : null),
  check: (_, { origin, response }) => {
    const [where] = origin.startsWith('https:') ? findInsecureImages(response(name)?.body) : []
    return where === undefined ? [] : listFinding('address', where, 'https:, like the host', 'http:')
  },
})

const WITH_IMAGES = [
  'products.latest',
  'products.details',
  'categories.list',
  'banners.list',
  'homepage.sections',
]

const UNKNOWN_IMAGE = '/product/contract-test-unknown.webp'
const STORED = 'images.storedProduct'

/** The preflights of all requests of the shop that have a token or a JSON body. Other requests have none. */
const PREFLIGHTS: readonly Probe[] = Object.entries(flattenNames<Endpoint>(api))
  .map(([name, { auth, body, method, path }]) => ({
    name,
    method,
    path: path.replace(/\/$/, ''),
    headers: [
      ...(auth === 'bearer' ? ['authorization'] : []),
      ...(body ? ['content-type'] : []),
      ...(name === 'orders.place' ? ['idempotency-key'] : []),
    ],
  }))
  .filter(({ headers }) => headers.length > 0)
  .map(({ name, method, path, headers }) => preflightProbe(name, method, path, headers))

/** Probes for browsers: preflights and image URLs. */
export const BROWSER_PROBES: readonly Probe[] = [
  ...PREFLIGHTS,
  ...WITH_IMAGES.map(secureImagesProbe),
  {
    name: 'products.latest',
    title: 'serves the product image at image_fullpath',
    reason: 'public files',
    sends: ['GET {image_fullpath}', 'GET /storage/product/{file}'],
    requests: (earlier) => {
      const image = imageOf(earlier)
      if (!image) return null
      return [image.path, storedProductImagePath(image.file)].map((path) => ({ path, folder: STORED }))
    },
    check: ([linked, stored], { isImage }) => {
      // If the first folder does not contain the image, there is nothing to compare.
      if (!linked || !stored || !isImage(stored)) return []
      const isSame = isImage(linked) && Buffer.compare(linked.bytes, stored.bytes) === 0
      const where = '$.products[].image_fullpath[]'
      return isSame ? [] : listFinding('address', where, 'the image of the product', 'a different response')
    },
  },
  {
    name: 'images.product',
    title: 'returns no image for an unknown file',
    reason: 'a public file; after a 404, the shop tries the second folder',
    sends: [`GET ${UNKNOWN_IMAGE}`],
    requests: () => [{ path: UNKNOWN_IMAGE, folder: 'images.product' }],
    check: ([response], { isImage }) =>
      response && isImage(response)
        ? listFinding('unknown-image', '$status', '404', '200 with an image')
        : [],
  },
]
