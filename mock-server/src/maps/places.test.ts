import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../test/test-app.ts'

type Feature = {
  type: string
  geometry: { type: string; coordinates: [number, number] }
  properties: Record<string, unknown>
}

async function search(query: string): Promise<Feature[]> {
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const response = await app.fetch(`http://localhost/__emulator/maps/places${query}`)
  expect(response.status).toBe(200)
  const body = (await response.json()) as { type: string; features: Feature[] }
  expect(body.type).toBe('FeatureCollection')
  return body.features
}

const namesOf = (features: Feature[]) => features.map(({ properties }) => properties.name)

test('returns a place as a feature in the format of Photon, longitude first', async () => {
  const [first] = await search('?q=ntinda')
  expect(first).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [32.612, 0.354] },
    properties: {
      name: 'Ntinda',
      city: 'Kampala',
      country: 'Uganda',
      countrycode: 'UG',
      osm_key: 'place',
      osm_value: 'suburb',
      type: 'district',
    },
  })
})

test('matches every typed word as a prefix of a word in the name or area', async () => {
  expect(namesOf(await search('?q=mark%20nti'))).toEqual(['Ntinda Market'])
  expect(namesOf(await search('?q=portal'))).toContain('Fort Portal')
  expect(namesOf(await search('?q=gayaza%20wakiso'))).toContain('Gayaza')
  expect(await search('?q=tinda')).toEqual([])
})

test('ignores accents, apostrophes and case', async () => {
  expect(namesOf(await search('?q=BAHAI%20temple'))).toEqual(['Baháʼí Temple'])
  expect(namesOf(await search('?q=k%C3%AFngs%20college'))).toEqual(["King's College Budo"])
})

test('finds a place inside a longer address', async () => {
  expect(namesOf(await search('?q=Plot%205%2C%20Kisaasi%20Road'))).toEqual(['Kisaasi'])
})

test('sorts by prefix match, then by distance', async () => {
  expect(namesOf(await search('?q=kampala&lat=0.3476&lon=32.5825'))[0]).toBe('Kampala')
  expect(namesOf(await search('?q=ntin&lat=0.3476&lon=32.5825&limit=2'))).toEqual(['Ntinda', 'Ntinda Stage'])
  const nearGulu = namesOf(await search('?q=hospital&lat=2.77&lon=32.29&limit=2'))
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
