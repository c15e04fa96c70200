import { categoryImageUrl, DEFAULT_PRODUCT_IMAGE } from 'contracts/images'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { all, one } from '../world/world.ts'

let app: TestApp
const origin = 'http://localhost:8080'

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = { Accept: 'application/json' }) =>
  app.fetch(origin + path, { headers, redirect: 'manual' })

describe('the host’s conventions', () => {
  test('a caller that asks for JSON gets 401 as JSON', async () => {
    const response = await get('/api/v1/customer/info')
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthenticated.' }])
  })

  test('a caller that does not is redirected to a page that answers an errors list', async () => {
    const response = await get('/api/v1/customer/info', { Accept: 'text/html' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/authentication-failed'])
    const page = await get('/authentication-failed')
    expect([page.status, await page.json()]).toEqual([
      401,
      { errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] },
    ])
  })

  test('an unknown route is named in the refusal', async () => {
    const response = await get('/api/v1/nothing/here')
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'The route api/v1/nothing/here could not be found.' },
    ])
  })

  test('a missing product answers 200 with an errors object', async () => {
    const response = await get('/api/v1/products/details/99999999')
    expect([response.status, await response.json()]).toEqual([
      200,
      { errors: { code: 'product-001', message: 'Product not found' } },
    ])
  })

  test('limit and offset come back as the text that was sent, and offset counts pages', async () => {
    const first = await (await get('/api/v1/products/latest?limit=2')).json()
    const second = await (await get('/api/v1/products/latest?limit=1&offset=2')).json()
    expect([first.limit, first.offset, second.limit, second.offset]).toEqual(['2', 1, '1', '2'])
    expect(second.products[0].id).toBe(first.products[1].id)
  })

  test('nonsense in a query changes nothing', async () => {
    const plain = await (await get('/api/v1/products/latest')).json()
    const odd = await (await get('/api/v1/products/latest?sort_by=colour&limit=-3&unknown=1')).json()
    expect(odd.products.map((each: { id: number }) => each.id)).toEqual(
      plain.products.map((each: { id: number }) => each.id),
    )
    expect(plain.products).toHaveLength(90)
  })

  test('a search matches any word as it stands, signs included', async () => {
    const own = await createTestApp()
    onTestFinished(() => own.close())
    own.world.db.exec(`
      CREATE TEMP TABLE signs AS SELECT * FROM products WHERE id IN (7, 8);
      UPDATE signs SET name = CASE id WHEN 7 THEN 'Shirt of 100%_cotton' ELSE 'Shirt of 1000 threads' END;
      UPDATE signs SET id = 90000 + id, json = json_set(json, '$.id', 90000 + id);
      INSERT INTO products SELECT * FROM signs`)
    const found = async (name: string) =>
      (await own.client()('GET /products/search', { query: { name } })).products.map(({ id }) => id)
    expect(await found('100%_')).toEqual([90007])
    expect(await found('%_')).toEqual([90007])
    expect(await found('100')).toEqual(expect.arrayContaining([90007, 90008]))
  })

  test('a broken body is refused in one sentence, without a stack', async () => {
    const response = await app.fetch(`${origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email_or_phone": ',
    })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toMatch(/\bat .*:\d+/)
  })

  test('HEAD is answered without a body in process too, compressed or not', async () => {
    const headers = { 'Accept-Encoding': 'br' }
    const response = await app.fetch(`${origin}/api/v1/products/latest`, { method: 'HEAD', headers })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('calls may come from any origin', async () => {
    const response = await get('/api/v1/banners', {
      Accept: 'application/json',
      Origin: 'https://shop.example',
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('PHP’s habits', () => {
  const send = (path: string, body: string, type: string, token?: string) =>
    app.fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': type,
        Accept: 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body,
    })
  const FORM = 'application/x-www-form-urlencoded'

  test('a form is a body too, and its numbers are text', async () => {
    const login = await send('/auth/login', 'email_or_phone=demo%40kitabo.example&password=kitabo-demo', FORM)
    expect(login.status).toBe(200)
    const added = await send(
      '/customer/wish-list/add',
      'product_ids[]=7&product_ids[]=8',
      FORM,
      app.tokenOf(),
    )
    expect(added.status).toBe(200)
  })

  test('brackets in names make lists and objects', async () => {
    const order =
      'order_amount=25000&delivery_address_id=&order_type=delivery&branch_id=1&coupon_discount_amount=0' +
      '&coupon_discount_title=&payment_method=flutterwave&order_note=&distance=0&coordinates[lat]=0.3&coordinates[lng]=32.5' +
      '&cart[0][product_id]=40&cart[0][price]=25000&cart[0][variant]=&cart[0][discount_amount]=0&cart[0][quantity]=1&cart[0][tax_amount]=0'
    const response = await send('/customer/order/place', order, FORM, app.tokenOf())
    const body = await response.json()
    // A form cannot say an empty list or null: these two are what it lacks, nothing else.
    expect([response.status, body.errors?.map((each: { code: string }) => each.code)]).toEqual([
      403,
      ['delivery_address_id', 'cart'],
    ])
  })

  test('numeric text counts as a number and a number as text, and texts are trimmed', async () => {
    const deleted = await send(
      '/newsletter/subscribe',
      '{"email":"  spaced@kitabo.example "}',
      'application/json',
    )
    expect(deleted.status).toBe(200)
    expect(
      one(app.world, "SELECT 1 FROM newsletter_subscribers WHERE email = 'spaced@kitabo.example'"),
    ).toBeDefined()
    const login = await send(
      '/auth/login',
      '{"email_or_phone":256700000001,"password":1234567}',
      'application/json',
    )
    expect(login.status).toBe(401)
  })

  test('a query parameter may replace a body’s field', async () => {
    const response = await app.fetch(`${origin}/api/v1/customer/address/delete?address_id=424242`, {
      method: 'DELETE',
      headers: { Accept: 'application/json', Authorization: `Bearer ${app.tokenOf()}` },
    })
    expect([response.status, await response.json()]).toEqual([404, { message: 'No such data found!' }])
  })

  test('a trailing slash is no other route', async () => {
    expect((await get('/api/v1/banners/')).status).toBe(200)
  })

  test('the framework sends a caller away that breaks its own validation without asking for JSON', async () => {
    const response = await app.fetch(`${origin}/api/v1/special-order/store`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/html',
        Authorization: `Bearer ${app.tokenOf()}`,
      },
      body: '{}',
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  })

  test('stock limits make the newest ten', async () => {
    const stock = await createTestApp({ stockLimits: true })
    const { products, limit } = await (await stock.fetch(`${origin}/api/v1/products/latest`)).json()
    expect([products.length, limit]).toEqual([10, 10])
    await stock.close()
  })
})

describe('pictures', () => {
  const picture = (folder: string) =>
    one<{ file: string }>(app.world, 'SELECT file FROM images WHERE folder = ? ORDER BY file LIMIT 1', folder)
      ?.file

  test('come as WebP with a long life and a tag', async () => {
    const response = await get(`/product/${picture('product')}`)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('max-age=31536000')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP'])
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    const again = await get(`/product/${picture('product')}`, {
      'If-None-Match': response.headers.get('etag') as string,
    })
    expect(again.status).toBe(304)
  })

  test('some are only under storage, and one is missing', async () => {
    const onlyStored = one<{ file: string }>(
      app.world,
      `SELECT file FROM images WHERE folder = 'storage/product'
       AND file NOT IN (SELECT file FROM images WHERE folder = 'product') LIMIT 1`,
    )
    expect((await get(`/product/${onlyStored?.file}`)).status).toBe(404)
    expect((await get(`/storage/product/${onlyStored?.file}`)).status).toBe(200)

    const listed = all<{ file: string }>(
      app.world,
      'SELECT value AS file FROM products, json_each(products.images)',
    )
    const drawn = new Set(all<{ file: string }>(app.world, 'SELECT file FROM images').map((row) => row.file))
    expect(listed.filter(({ file }) => !drawn.has(file))).toHaveLength(1)
    expect((await get(`/storage/product/${DEFAULT_PRODUCT_IMAGE}`)).status).toBe(404)
  })

  test('no path leaves the folder', async () => {
    for (const path of ['/product/..%2F..%2Fpackage.json', '/storage/product/%2e%2e%2fx', '/product/%00']) {
      expect((await get(path)).status).toBe(404)
    }
  })

  test('a category’s picture is where the shop looks for it, behind 33 characters', async () => {
    for (const at of ['http://localhost:8080', 'http://127.0.0.1:54321', 'http://a.example']) {
      const [category] = await (await app.fetch(`${at}/api/v1/categories`)).json()
      expect(category.image_fullpath[32]).toBe('/')
      const response = await app.fetch(categoryImageUrl(category.image_fullpath) as string)
      expect(response.headers.get('content-type')).toBe('image/webp')
    }
  })
})

describe('map tiles', () => {
  test('draw the city without a network', async () => {
    const tile = await get('/__emulator/maps/tiles/13/4837/4088.svg')
    expect(tile.headers.get('content-type')).toContain('image/svg+xml')
    expect(await tile.text()).toContain('<path')
  })

  test('draw the lake, the borders and the towns of the country', async () => {
    const tile = await (await get('/__emulator/maps/tiles/6/37/31.svg')).text()
    expect(tile).toContain('fill="#cde2f2"')
    expect(tile).toContain('stroke-dasharray')
    expect(await (await get('/__emulator/maps/tiles/7/75/63.svg')).text()).toContain('>Kampala</text>')
  })

  test('do not exist outside the world', async () => {
    for (const path of ['13/-1/0.svg', '2/9/0.svg', 'x/y/z.svg', '40/0/0.svg']) {
      expect((await get(`/__emulator/maps/tiles/${path}`)).status).toBe(404)
    }
  })
})
