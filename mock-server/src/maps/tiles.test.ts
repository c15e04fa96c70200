import { nonEmpty } from 'contracts/non-empty'
import { describe, expect, test } from 'vitest'
import { get, useSharedApp } from '../../test/current-app.ts'

useSharedApp()

describe('map tiles', () => {
  const tile = (path: string) => get(`/__emulator/maps/tiles/${path}`)

  test('show the city, the lake, the borders and the towns of the country', async () => {
    const city = await tile('13/4837/4088.svg')
    expect(city.headers.get('content-type')).toContain('image/svg+xml')
    expect(city.body).toContain('<path')
    const { body: country } = await tile('6/37/31.svg')
    expect(country).toContain('fill="#cde2f2"')
    expect(country).toContain('stroke-dasharray')
    expect((await tile('7/75/63.svg')).body).toContain('>Kampala</text>')
  })

  test('show more of the map at higher zoom levels: roads from 9 and the border of the city from 10', async () => {
    const countIn = async (path: string, text: string) =>
      String((await tile(path)).body).split(text).length - 1
    expect(await countIn('8/151/127.svg', 'stroke="#cfcabb"')).toBe(0)
    expect(await countIn('9/302/255.svg', 'stroke="#cfcabb"')).toBeGreaterThan(0)
    // The country's border, and the city's.
    expect(await countIn('9/302/255.svg', 'stroke-dasharray')).toBe(1)
    expect(await countIn('10/604/511.svg', 'stroke-dasharray')).toBe(2)
  })

  test.each([
    [1, 0],
    [0, 1],
  ])('contain what enters from the tile before, %i to the left and %i above', async (right, down) => {
    const pointsIn = async (column: number, row: number) =>
      [...String((await tile(`13/${column}/${row}.svg`)).body).matchAll(/ d="M([^"Z]+)/g)].map(
        ([, points = '']) =>
          points.split('L').map((point) => point.split(' ').map(Number) as [x: number, y: number]),
      )
    const shift = (value: number, tiles: number) => Math.round(value * 10 - tiles * 2560) / 10
    const entering = (await pointsIn(4837, 4088))
      .map((line) => line.map(([x, y]) => [shift(x, right), shift(y, down)] as const))
      .filter((line) => line.some(([x, y]) => x >= 0 && x <= 256 && y >= 0 && y <= 256))
    expect(await pointsIn(4837 + right, 4088 + down)).toEqual(expect.arrayContaining(nonEmpty(entering)))
  })

  test('do not exist outside the map', async () => {
    const outside = [
      '-1/0/0.svg',
      '13/-1/0.svg',
      '13/0/-1.svg',
      '2/4/0.svg',
      '2/0/4.svg',
      '2/0.5/0.svg',
      'x/y/z.svg',
    ]
    for (const path of [...outside, '20/0/0.svg', '1.5/0/0.svg'])
      expect([path, (await tile(path)).status]).toEqual([path, 404])
    for (const path of ['0/0/0.svg', '19/0/0.svg', '2/3/3.svg', '2/3/3'])
      expect([path, (await tile(path)).status]).toEqual([path, 200])
  })
})
