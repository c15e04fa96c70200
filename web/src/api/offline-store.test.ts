import { expect, test, vi } from 'vitest'

/** The databases by name, in place of IndexedDB, which happy-dom lacks. */
const databases = vi.hoisted(() => new Map<string, Map<string, unknown>>())
vi.mock('idb-keyval', () => {
  type Database = Map<string, unknown>
  return {
    createStore: (name: string) => {
      const database: Database = new Map()
      databases.set(name, database)
      return database
    },
    get: async (key: string, database: Database) => database.get(key),
    set: async (key: string, value: unknown, database: Database) => void database.set(key, value),
    keys: async (database: Database) => [...database.keys()],
    entries: async (database: Database) => [...database],
    delMany: async (keys: string[], database: Database) => {
      for (const key of keys) database.delete(key)
    },
    clear: async (database: Database) => database.clear(),
  }
})

const DAY_MS = 24 * 60 * 60 * 1000

/** Loads the module as a new visit does. */
async function visit() {
  vi.resetModules()
  databases.clear()
  const store = await import('./offline-store.ts')
  return { store, stored: databases.get(store.DATABASES.public) ?? new Map<string, unknown>() }
}

test('returns a response for thirty days, and marks its time as one that may be outdated', async () => {
  const { store } = await visit()
  vi.useFakeTimers({ now: 50 * DAY_MS })
  await store.writeResponse('a', 'public', { data: 1, at: 20 * DAY_MS })
  await store.writeResponse('b', 'public', { data: 2, at: 20 * DAY_MS - 1 })
  expect(await store.readResponse('a', 'public')).toEqual({ data: 1, at: 20 * DAY_MS })
  expect(await store.readResponse('b', 'public')).toBeUndefined()
  expect(await store.readResponse('a', 'private')).toBeUndefined()
  const { mayBeOutdated } = await import('./outdated-times.ts')
  expect([mayBeOutdated(20 * DAY_MS), mayBeOutdated(20 * DAY_MS - 1)]).toEqual([true, false])
})

test.each([null, 'text', {}, { data: 1 }, { at: 1 }, { data: null, at: 1 }, { data: 1, at: 9e15 }])(
  'ignores the stored value %j',
  async (value) => {
    const { store, stored } = await visit()
    stored.set('a', value)
    expect(await store.readResponse('a', 'public')).toBeUndefined()
  },
)

test('the first response of a visit deletes those that are expired or beyond the newest 150', async () => {
  const { store, stored } = await visit()
  const now = Date.now()
  for (let age = 0; age < 160; age++) stored.set(`age ${age}`, { data: age, at: now - age })
  stored.set('expired', { data: 1, at: now - 31 * DAY_MS })
  stored.set('invalid', 'text')
  await store.writeResponse('new', 'public', { data: 'new', at: now })
  expect(stored.size).toBe(150)
  expect([
    stored.has('new'),
    stored.has('age 148'),
    stored.has('age 149'),
    stored.has('expired'),
    stored.has('invalid'),
  ]).toEqual([true, true, false, false, false])
  await store.writeResponse('another', 'public', { data: 'another', at: now })
  expect(stored.size).toBe(151)
})

test("a log-out deletes a customer's responses only", async () => {
  const { store } = await visit()
  const response = { data: 1, at: Date.now() }
  await store.writeResponse('a', 'public', response)
  await store.writeResponse('b', 'private', response)
  await store.deletePrivateResponses()
  expect(await store.readResponse('a', 'public')).toEqual(response)
  expect(await store.readResponse('b', 'private')).toBeUndefined()
})

test('lists the public responses that have not expired', async () => {
  const { store, stored } = await visit()
  const recent = { data: 'recent', at: Date.now() }
  stored.set('a', { data: 'expired', at: Date.now() - 31 * DAY_MS })
  stored.set('b', recent)
  const listed = []
  for await (const response of store.publicResponses()) listed.push(response)
  expect(listed).toEqual([recent])
})
