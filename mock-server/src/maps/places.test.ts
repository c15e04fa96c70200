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
  expect(await namesOf('?q=gayaza%20wakiso')).toContain('Gayaza')
  expect(await search('?q=tinda')).toEqual([])
  expect(await namesOf('?q=Plot%205%2C%20Kisaasi%20Road')).toEqual(['Kisaasi'])
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
  expect(await search('?q=k&limit=-1')).toHaveLength(8)
})

test('returns nothing for an empty query, and handles malformed ones', async () => {
  expect(await search('')).toEqual([])
  expect(await search('?q=%20%2C')).toEqual([])
  expect(await search('?q[]=a&q[]=b')).toEqual([])
  expect(await search('?q=ntinda&lat=abc&lon=999')).not.toEqual([])
})
