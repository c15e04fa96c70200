import { expect, test } from 'vitest'
import { documentOf } from './page-table.ts'

const TABLE = {
  pages: ['/', '/about-us', '/customer/wish-list/shared'],
  patterns: [{ prefix: '/product-details/', shell: '/shells/product.html' }],
  shellStatus: 404,
  notFound: '/404.html',
}
const files = new Set(['/product-details/5.html', '/product-details/A B.html'])

test.each([
  ['/', 200, '/index.html'],
  ['/about-us', 200, '/about-us.html'],
  ['/about-us/', 200, '/about-us.html'],
  ['/customer/wish-list/shared', 200, '/customer/wish-list/shared.html'],
  ['/product-details/5', 200, '/product-details/5.html'],
  ['/product-details/5/', 200, '/product-details/5.html'],
  ['/product-details/A%20B', 200, '/product-details/A B.html'],
  ['/product-details/6', 404, '/shells/product.html'],
  ['/product-details/%00', 404, '/shells/product.html'],
  ['/product-details/..%2F..%2Fetc%2Fpasswd', 404, '/shells/product.html'],
  ['/product-details/5.html', 404, '/404.html'],
  ['/product-details/5/extra', 404, '/404.html'],
  ['/product-details/', 404, '/404.html'],
  ['/product-details', 404, '/404.html'],
  ['/About-Us', 404, '/404.html'],
  ['/about-us.html', 404, '/404.html'],
  ['/about-us//', 404, '/404.html'],
  ['//', 404, '/404.html'],
  ['//about-us', 404, '/404.html'],
  ['/index.html', 404, '/404.html'],
])('%s has the status %i and the file %s', (path, status, file) => {
  expect(documentOf(TABLE, path, (name) => files.has(name))).toEqual({ status, file })
})

test('an incomplete build serves the shell of a path without a file with status 200', () => {
  expect(documentOf({ ...TABLE, shellStatus: 200 }, '/product-details/6', () => false)).toEqual({
    status: 200,
    file: '/shells/product.html',
  })
})
