import { at, everywhere, type Healthy, isProduct, type Json } from './healthy-host.ts'

/** Hosts whose data differs from the emulator's without any drift. */
export const OTHER_DATA: readonly Healthy[] = [
  {
    title: 'null fields, as in public builds',
    mutate: everywhere(
      (object) =>
        isProduct(object) ||
        'banner_type' in object ||
        'is_phone_verified' in object ||
        'contact_person_name' in object,
      (object) => {
        const nullable = [
          'name',
          'description',
          'created_at',
          'updated_at',
          'title',
          'f_name',
          'phone',
          'email',
          'road',
          'latitude',
          'contact_person_name',
          'image_fullpath',
        ]
        for (const key of nullable)
          if (key in object && !('parent_id' in object))
            object[key] = 'banner_type' in object && key === 'image_fullpath' ? object[key] : null
        if ('is_phone_verified' in object) delete object.image_fullpath
      },
    ),
  },
  {
    title: 'fields from other deployments and later builds',
    mutate: everywhere(
      (object) =>
        isProduct(object) ||
        'currency_symbol' in object ||
        'related_products' in object ||
        'is_phone_verified' in object,
      (object) => {
        if (isProduct(object))
          Object.assign(object, {
            codebar: null,
            tax: 0,
            rating: [{ average: '4.5000', product_id: 7 }],
            variations: [{ type: 'Red-XL', price: 25000, stock: 3 }],
            attributes: ['1'],
          })
        if ('related_products' in object) {
          Object.assign(object, {
            overall_rating: { total_review: 0, average_rating: 0, rating_group_count: { 1: 0, 5: 0 } },
            customers_also_bought: [],
          })
          Object.assign(object.product as Json, { translations: [], reviews: [] })
        }
        if ('currency_symbol' in object) {
          Object.assign(object, {
            whatsapp: null,
            telegram: { status: 0, number: '' },
            messenger: null,
            ecommerce_phone: 256700000000,
            otp_resend_time: '60',
            guest_checkout: 1,
            customer_login: { login_option: {} },
          })
          delete object.delivery_management
        }
        if ('is_phone_verified' in object) object.wallet_balance = 0
      },
    ),
  },
  {
    title: 'page numbers as strings, or null in a search',
    mutate: everywhere(
      (object) => 'total_size' in object,
      (object) => {
        object.limit = 'lowest_price' in object ? null : '10'
        object.offset = 'lowest_price' in object ? null : '1'
      },
    ),
  },
  {
    title: 'timestamps with milliseconds',
    mutate: everywhere(
      (object) => typeof object.created_at === 'string',
      (object) => {
        object.created_at = '2024-03-14T09:26:53.000Z'
      },
    ),
  },
  {
    title: 'empty lists',
    mutate: (response, request) =>
      request.method === 'GET' &&
      response.status === 200 &&
      /\/(banners|categories|list)(\?|\/|$)/.test(request.path)
        ? { ...response, body: Buffer.from('[]') }
        : undefined,
  },
  {
    title: 'no products anywhere',
    mutate: everywhere(
      (object) => 'products' in object || 'items' in object,
      (object) => {
        for (const key of ['products', 'items']) if (key in object) object[key] = []
        if ('total_size' in object) object.total_size = 0
      },
    ),
  },
  {
    title: 'longer lists',
    mutate: at(/\/(banners|latest|details|address\/list|sections)(?!.*limit=)/, (body: never) => {
      const other = (row: unknown) => {
        const { id } = Object(row) as Json
        return typeof id === 'number' ? { ...(row as Json), id: id + 1_000_000 } : row
      }
      const double = (value: unknown): unknown =>
        Array.isArray(value)
          ? [...value, ...value.map(other)].map(double)
          : value !== null && typeof value === 'object'
            ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, double(inner)]))
            : value
      return double(body)
    }),
  },
  {
    title: 'top-level categories only',
    mutate: at(/\/categories$/, (body: { parent_id: number }[]) =>
      body.filter((each) => each.parent_id === 0),
    ),
  },
  {
    title: 'section items without an id or with a category',
    mutate: at(/sections/, (body: { data: { items: Json[] }[] }) => {
      for (const { items } of body.data)
        for (const item of items.slice(0, 1)) {
          delete item.id
          item.category = { id: 3, name: 'Books' }
        }
    }),
  },
  {
    title: '401 with a list of errors',
    mutate: at(/customer/, () => ({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] }), 401),
  },
  {
    title: 'a wish list with images',
    mutate: at(/wish-list/, (body: { products: Json[] }) => {
      for (const each of body.products) {
        each.images = each.image
        delete each.image
        delete each.rating
        delete each.wishlist_count
      }
    }),
  },
  {
    title: 'ordered products as objects, or absent',
    mutate: at(/order\/list/, (body: { details: Json[]; delivery_address: unknown; customer: unknown }[]) => {
      for (const order of body) {
        order.delivery_address = null
        order.customer = null
        for (const [index, line] of order.details.entries())
          line.product_details = index % 2 ? null : JSON.parse(String(line.product_details))
      }
    }),
  },
  {
    title: 'product images in the second folder only',
    mutate: (response, request) =>
      request.path.startsWith('/product/')
        ? { ...response, status: 404, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }
        : undefined,
  },
  {
    title: 'PNG images on a different host, one of them missing',
    mutate: (response, request) => {
      if (/^\/(storage\/)?product\/lost/.test(request.path)) return { ...response, status: 404 }
      if (/\.png$/.test(request.path))
        return {
          ...response,
          status: 200,
          headers: { 'content-type': 'image/png' },
          body: Buffer.from('89504e470d0a1a0a', 'hex'),
        }
      if (!response.headers['content-type']?.includes('json')) return undefined
      const body = response.body
        .toString('utf8')
        .replaceAll('.webp', '.png')
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/storage/g, 'https://cdn.example.test/storage')
      return { ...response, body: Buffer.from(body.replace(/"image":\["[^"]*"/, '"image":["lost.png"')) }
    },
  },
  {
    title: 'the headers of public builds',
    mutate: (response) => ({
      ...response,
      headers: {
        ...response.headers,
        'cache-control': 'no-cache, private',
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '3',
        ...(response.headers['content-type']?.includes('json') ? { 'content-type': 'application/json' } : {}),
      },
    }),
  },
  {
    title: 'responses with a byte order mark',
    mutate: (response) =>
      response.headers['content-type']?.includes('json')
        ? { ...response, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), response.body]) }
        : undefined,
  },
]
