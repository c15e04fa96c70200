import { expect, test } from 'vitest'
import { bearer, removeExtensions, send, useAppPerTest } from '../../test/current-app.ts'
import { ADDED_ENDPOINTS } from '../provider/extensions.ts'

useAppPerTest()

test.each([...ADDED_ENDPOINTS].map(([endpoint, name]) => ({ ...endpoint, name })))(
  'without $name, the route of $method $path does not exist',
  async ({ name, method, path }) => {
    const route = `api/v1${path}`
    const request = () => send(method, `/${route}`, method === 'GET' ? undefined : {}, bearer())
    expect((await request()).status).not.toBe(404)
    await removeExtensions(name)
    expect((await request()).refusal).toEqual([404, `The route ${route} could not be found.`])
  },
)
