import { expect, test } from 'vitest'
import { describeCredentials, type HostAccess } from './host-access.ts'

test.each<[credentials: HostAccess['credentials'], text: string]>([
  [null, 'PROVIDER_TOKEN, PROVIDER_EMAIL and PROVIDER_PASSWORD are missing'],
  [{ token: 'a' }, 'PROVIDER_TOKEN is set; PROVIDER_EMAIL and PROVIDER_PASSWORD are missing'],
  [{ email: 'a', password: 'b' }, 'PROVIDER_EMAIL and PROVIDER_PASSWORD are set; PROVIDER_TOKEN is missing'],
  [{ token: 'a', email: 'b', password: 'c' }, 'PROVIDER_TOKEN, PROVIDER_EMAIL and PROVIDER_PASSWORD are set'],
])('names the variables that are set and missing: %j', (credentials, text) => {
  expect(describeCredentials(credentials)).toBe(text)
})
