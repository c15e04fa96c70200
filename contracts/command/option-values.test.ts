import { describe, expect, test } from 'vitest'
import {
  isLoopback,
  parseEmulator,
  parseHostUrl,
  parseNames,
  parseReportFile,
  parseRunCount,
  parseText,
} from './option-values.ts'

test.each([
  ['http://x.test', 'http://x.test'],
  ['https://x.test/', 'https://x.test'],
  ['https://x.test:8443/shop/api/v1/', 'https://x.test:8443/shop/api/v1'],
])('the URL %s is that of the host %s', (url, host) => {
  expect(parseHostUrl('--target')(url)).toBe(host)
})

test.each([
  ['http://localhost:8080', true],
  ['http://[::1]:8080', true],
  ['http://127.0.0.1', true],
  ['http://127.10.20.30', true],
  ['http://127.0.0.1.example.com', false],
  ['http://127.example.com', false],
  ['http://localhost.example.com', false],
  ['https://api.example.com', false],
])('whether %s is this machine: %s', (origin, expected) => {
  expect(isLoopback(origin)).toBe(expected)
})

test('the emulator to compare with is "embedded", "none" or a URL', () => {
  expect(['embedded', 'none', 'http://localhost:8080/'].map(parseEmulator)).toEqual([
    'embedded',
    'none',
    'http://localhost:8080',
  ])
})

test('names are separated by commas, with or without spaces', () => {
  expect(parseNames('--only')(' banners, products.latest ,,images,')).toEqual([
    'banners',
    'products.latest',
    'images',
  ])
})

test('--update-baseline without a number is one run', () => {
  expect([parseRunCount(undefined), parseRunCount('1'), parseRunCount('20')]).toEqual([1, 1, 20])
})

test('a text of spaces is empty', () => {
  expect(() => parseText('--reason')(' ')).toThrow('--reason is empty; see --help.')
  expect(parseText('--reason')(' known ')).toBe(' known ')
})

describe('the format of a report', () => {
  test.each([
    ['out/r.json', { file: 'out/r.json', format: 'json' }],
    ['r.html', { file: 'r.html', format: 'html' }],
    ['r.md', { file: 'r.md', format: 'md' }],
    ['r.xml', { file: 'r.xml', format: 'xml' }],
    ['md=summary', { file: 'summary', format: 'md' }],
    ['json=r.html', { file: 'r.html', format: 'json' }],
    ['md=json=r', { file: 'json=r', format: 'md' }],
  ])('of %s is that of its prefix or extension', (value, expected) => {
    expect(parseReportFile(value)).toEqual([expected])
  })

  test('is kept for each file', () => {
    expect(parseReportFile('b.xml', parseReportFile('a.json'))).toEqual([
      { file: 'a.json', format: 'json' },
      { file: 'b.xml', format: 'xml' },
    ])
  })

  test.each([
    ['summary', 'md=summary'],
    ['r.json.gz', 'md=r.json.gz'],
    ['pdf=r', 'md=pdf=r'],
    ['', 'md=FILE'],
  ])('is missing in "%s"', (value, advice) => {
    expect(() => parseReportFile(value)).toThrow(
      `--report ${value}: unknown format. Use a .json, .html, .md or .xml file, or a prefix as in ${advice}.`,
    )
  })
})
