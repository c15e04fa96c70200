import { header, type Mutation, PAGE, takeOver, text } from './mutation.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024, 0x20)
const JSON_HEAD = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

/** Responses from a broken or hostile host. */
export const HOSTILE: readonly Mutation[] = [
  {
    title: 'an HTML page with 200',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['breaking', '$']],
    mutate: text(PAGE, 'text/html'),
  },
  {
    title: 'an empty body',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['breaking', '$']],
    mutate: text(''),
  },
  {
    title: 'truncated JSON',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['breaking', '$']],
    mutate: (response) => ({ ...response, body: response.body.subarray(0, 500) }),
  },
  {
    title: 'a connection closed in the middle of a body',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['breaking', '$']],
    mutate: takeOver((response) => {
      response.writeHead(200, { ...JSON_HEAD, 'content-length': '5000' })
      response.write('[{"id":1')
      setTimeout(() => response.destroy(), 20)
    }),
  },
  {
    title: 'a body of fifty megabytes',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['breaking', '$']],
    mutate: takeOver((response) => {
      response.writeHead(200, JSON_HEAD)
      let left = 50
      const more = () => {
        while (left-- > 0) if (!response.write(MEGABYTE)) return void response.once('drain', more)
        response.end()
      }
      more()
    }),
  },
  {
    title: 'bytes that are not UTF-8',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['breaking', '$']],
    mutate: text(Buffer.from([0x5b, 0x22, 0xe9, 0xff, 0x22, 0x5d])),
  },
  {
    title: 'a wrong content encoding',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['breaking', '$']],
    // Node 22's `fetch` hangs on a body that it cannot decode, so the request times out.
    expectOnNode22: [['behaviour', '$connection']],
    mutate: header('content-encoding', 'gzip'),
  },
  {
    title: 'a hundred thousand nested levels',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['additive', '$.deep']],
    mutate: (response) => ({
      ...response,
      body: Buffer.from(response.body.toString().replace('{', `{"deep":${deep(100_000)},`)),
    }),
  },
  {
    title: 'a body that consists of nested levels only',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['breaking', '$']],
    mutate: text(deep(50_000)),
  },
  {
    title: 'two million empty objects',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['breaking', '$']],
    mutate: text(`[${'{},'.repeat(2_600_000)}{}]`),
  },
  {
    title: 'four million nested levels',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['breaking', '$']],
    mutate: text('['.repeat(3_900_000) + ']'.repeat(3_900_000)),
  },
  {
    title: 'a response timeout',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['behaviour', '$connection']],
    mutate: takeOver(() => {}),
  },
  {
    title: 'a response that never ends',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$connection']],
    mutate: takeOver((response) => {
      response.writeHead(200, JSON_HEAD)
      const timer = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(timer))
    }),
  },
  {
    title: 'a connection that is closed immediately',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['behaviour', '$connection']],
    mutate: takeOver((response) => response.destroy()),
  },
  {
    title: 'permanent 429',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: 'error',
    mutate: (response) => ({
      ...response,
      status: 429,
      headers: { ...response.headers, 'retry-after': '3600' },
      body: Buffer.from('{"message":"Too Many Attempts."}'),
    }),
  },
]
