import { expect, test } from 'vitest'
import { decodableUrl, isOfShop, isPage, originForm } from './request-path.ts'

test.each([
  ['/a?b', '/a?b'],
  ['http://host:80/a?b', '/a?b'],
  ['HTTPS://user@host/a', '/a'],
  ['http://host', '/'],
  ['a', '/a'],
  ['*', '*'],
  ['/%61%2D%7e?%61', '/a-~?%61'],
  ['/%2F%25', '/%2F%25'],
])('the target %s has the origin form %s', (target, form) => {
  expect(originForm(target)).toBe(form)
})

test.each([
  ['/authors/A%20B', '/authors/A%20B'],
  ['/authors/%', '/undecodable-path'],
  ['/api/v1/%', '/api/v1/%25'],
  ['/v3/%zz?a=%', '/v3/%25zz'],
  ['/a?%', '/a?%'],
])('the URL %s is routed as %s', (url, routed) => {
  expect(decodableUrl(url)).toBe(routed)
})

test.each<[method: string, path: string, page: boolean, shop: boolean]>([
  ['GET', '/', true, true],
  ['HEAD', '/product-details/5', true, true],
  ['GET', '/index.html', true, true],
  ['GET', '/robots.txt', true, false],
  ['GET', '/assets/index.js', false, true],
  ['POST', '/', false, false],
  ['GET', '/api/v1/banners', false, false],
  ['GET', '//API/v2', false, false],
  ['GET', '/v3/payments', false, false],
  ['GET', '/v3.js', true, false],
  ['GET', '/product/a', false, false],
  ['GET', '/storage/banner/a', false, false],
  ['GET', '/base/category/a', false, false],
  ['GET', '/__emulator', false, false],
  ['GET', '/products', true, true],
])('%s %s responds with a document: %s; is for the shop: %s', (method, path, page, shop) => {
  expect([isPage(method, path), isOfShop(method, path)]).toEqual([page, shop])
})
