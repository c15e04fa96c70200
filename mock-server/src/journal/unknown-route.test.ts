import { expect, test } from 'vitest'
import { describeUnknownRoute } from './unknown-route.ts'

const ENDPOINTS = [
  { method: 'POST', path: '/banner' },
  { method: 'GET', path: '/banners' },
  { method: 'GET', path: '/products/details/{id}' },
] as const

test.each([
  ['PUT', '/banners/', 'PUT is not declared for /banners; declared: GET'],
  ['POST', '/products/details/7', 'POST is not declared for /products/details/7; declared: GET'],
  [
    'GET',
    '/products/details/',
    'no endpoint GET /products/details; the nearest is GET /products/details/{id}',
  ],
  ['GET', '/bannerz', 'no endpoint GET /bannerz; the nearest is GET /banners'],
  ['POST', '/bannerz', 'no endpoint POST /bannerz; the nearest is POST /banner'],
  ['GET', '/banners-ab-cd', 'no endpoint GET /banners-ab-cd; the nearest is GET /banners'],
  ['GET', '/banners-ab-cde', 'no endpoint GET /banners-ab-cde'],
])('%s %s: %s', (method, path, description) => {
  expect(describeUnknownRoute(method, path, ENDPOINTS)).toBe(description)
})
