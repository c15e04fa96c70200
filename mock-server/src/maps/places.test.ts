import { expect, test } from 'vitest'
import { get, useSharedApp } from '../../test/current-app.ts'

useSharedApp()

async function search(query: string): Promise<{ properties: Record<string, unknown> }[]> {
  const { status, body } = await get(`/__emulator/maps/places${query}`)
  expect([status, body.type]).toEqual([200, 'FeatureCollection'])
  return body.features
}

const namesOf = async (query: string) => (await search(query)).map(({ properties }) => properties.name)

test('returns a place as a feature in the format of Photon, longitude first', async () => {
  const [first] = await search('?q=ntinda')
  const country = { country: 'Uganda', countrycode: 'UG' }
  const kind = { osm_key: 'place', osm_value: 'suburb', type: 'district' }
  expect(first).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [32.612, 0.354] },
    properties: { name: 'Ntinda', city: 'Kampala', ...country, ...kind },
  })
})

test('matches every typed word as a prefix of a word in the name or area, also inside a longer address', async () => {
  expect(await namesOf('?q=mark%20nti')).toEqual(['Ntinda Market'])
  expect(await namesOf('?q=portal')).toContain('Fort Portal')
  expect(await namesOf('?q=gayaz%20wakis')).toContain('Gayaza')
  expect(await search('?q=tinda')).toEqual([])
  expect(await namesOf('?q=Plot%205%2C%20Kisaasi%20Road')).toEqual(['Kisaasi'])
})

test('says whether a place is within a city, a county or a region, and that an area alone matches no place', async () => {
  const areaOf = async (name: string) => {
    const { city, county, state } = (await search(`?q=${name}`))[0]?.properties ?? {}
    return { city, county, state }
  }
  expect(await areaOf('ntinda')).toEqual({ city: 'Kampala' })
  expect(await areaOf('gayaza')).toEqual({ county: 'Wakiso' })
  expect(await areaOf('gulu')).toEqual({ state: 'Northern Region' })
  for (const name of await namesOf('?q=kampala&limit=50')) expect(name).toMatch(/kampala/i)
})

test('ignores accents, apostrophes and case', async () => {
  expect(await namesOf('?q=BAHAI%20temple')).toEqual(['Baháʼí Temple'])
  expect(await namesOf('?q=k%C3%AFngs%20college')).toEqual(["King's College Budo"])
})

test('sorts by prefix match, then by distance', async () => {
  expect((await namesOf('?q=kampala&lat=0.3476&lon=32.5825'))[0]).toBe('Kampala')
  expect(await namesOf('?q=ntin&lat=0.3476&lon=32.5825&limit=2')).toEqual(['Ntinda', 'Ntinda Stage'])
  const nearGulu = await namesOf('?q=hospital&lat=2.77&lon=32.29&limit=2')
  expect(nearGulu).toEqual(['Gulu Regional Referral Hospital', "St Mary's Hospital Lacor"])
})

test('returns eight places, or as many as requested up to fifty', async () => {
  expect(await search('?q=k')).toHaveLength(8)
  expect(await search('?q=k&limit=3')).toHaveLength(3)
  expect(await search('?q=m&limit=9999')).toHaveLength(50)
  for (const limit of ['-1', '0', '1.5', 'x']) expect(await search(`?q=k&limit=${limit}`)).toHaveLength(8)
})

test('returns nothing for an empty query, and handles malformed ones', async () => {
  expect(await search('')).toEqual([])
  expect(await search('?q=%20%2C')).toEqual([])
  expect(await search('?q[]=a&q[]=b')).toEqual([])
  const anywhere = await namesOf('?q=hospital')
  for (const point of [
    'lat=abc&lon=32',
    'lat=2.77',
    'lon=32.29',
    'lat=91&lon=32.29',
    'lat=2.77&lon=181',
    'lat=&lon=',
  ])
    expect(await namesOf(`?q=hospital&${point}`), point).toEqual(anywhere)
})
