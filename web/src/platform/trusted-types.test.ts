import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Rules = Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string | null>

/** Loads the module in a browser with Trusted Types. @returns its exports and the rules of its default policy */
async function load() {
  const createPolicy = vi.fn<(name: string, rules: Rules) => void>()
  vi.stubGlobal('trustedTypes', { createPolicy, defaultPolicy: null })
  const module = await import('./trusted-types.ts')
  const [name, rules] = createPolicy.mock.calls[0] as [string, Rules]
  expect(name).toBe('default')
  return { ...module, rules }
}

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('only allowed texts are HTML or scripts, and none of them is the URL of a script', async () => {
  const { allowText, rules } = await load()
  const text = allowText('<b>shop</b>')
  expect([rules.createHTML(text), rules.createScript(text)]).toEqual([text, text])
  expect(rules.createScriptURL(text)).toBeNull()
  expect([rules.createHTML('<i>'), rules.createScript('<i>')]).toEqual([null, null])
})

test('only allowed URLs are those of scripts, and none of them is HTML or a script', async () => {
  const { allowScript, rules } = await load()
  const url = allowScript('/v3.js')
  expect(rules.createScriptURL(url)).toBe(url)
  expect([rules.createHTML(url), rules.createScript(url)]).toEqual([null, null])
  expect(rules.createScriptURL('/other.js')).toBeNull()
})

test("a vendor's HTML is sanitised, and only its scripts are allowed", async () => {
  const { trustVendor, rules } = await load()
  trustVendor({
    sanitise: (html) => html.replace('<script>', ''),
    isScript: (url) => url.startsWith('https://chat.'),
  })
  expect(rules.createHTML('<p><script>')).toBe('<p>')
  expect(rules.createScriptURL('https://chat.example/a.js')).toBe('https://chat.example/a.js')
  expect(rules.createScriptURL('https://other.example/a.js')).toBeNull()
  expect(rules.createScript('alert(1)')).toBeNull()
})
