import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CONTAINER_IMAGE, DEV_SERVER, GIT_CHECKOUT, helpText, portAdvice, readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

/** Returns the options of `createEmulator` in the settings. */
function read(args: string[], env: Record<string, string>, defaults = GIT_CHECKOUT) {
  const settings = readSettings(args, env, defaults)
  return settings === 'help' ? settings : settings.emulator
}

test('prefers flags to the environment, and the environment to defaults', () => {
  expect(read(['--port', '1'], { PORT: '2' })).toMatchObject({ port: 1, host: '127.0.0.1' })
  expect(read([], { PORT: '2', HOST: '0.0.0.0' })).toMatchObject({ port: 2, host: '0.0.0.0' })
  expect(read([], {})).toMatchObject({ port: 8080, fresh: false, shop: null })
})

test('reads EMULATOR_PORT in `npm run dev`, where PORT is the port of the shop', () => {
  const env = { PORT: '5000', EMULATOR_PORT: '9000' }
  expect(read([], env, DEV_SERVER)).toMatchObject({ port: 9000 })
  expect(read([], { PORT: '5000' }, DEV_SERVER)).toMatchObject({ port: 8081 })
})

test('treats an empty variable as missing', () => {
  const variables = ['PORT', 'HOST', 'KITABO_DATA', 'KITABO_SHOP', 'KITABO_TOKEN', 'KITABO_WEBHOOK']
  const empty = Object.fromEntries([...variables, 'KITABO_WEBHOOK_HASH'].map((name) => [name, '']))
  expect(readSettings([], empty)).toEqual(readSettings([], {}))
})

test('keeps data in memory despite KITABO_DATA if --memory is set', () => {
  expect(read([], { KITABO_DATA: '/stored' })).toMatchObject({ data: '/stored' })
  expect(read(['--memory'], { KITABO_DATA: '/stored' })).toMatchObject({ data: null })
})

test('freezes the clock if a seed is set, so that dates are reproducible', () => {
  expect(read(['--seed', 'x'], {})).toMatchObject({ seed: 'x', frozenAt: expect.any(String) })
  expect(read([], {})).not.toHaveProperty('frozenAt')
})

test('collects the extensions and host names of repeated options', () => {
  const args = ['--without', 'isbn', '--without', 'sections', '--allow-host', 'a', '--allow-host', 'b']
  expect(read(args, {})).toMatchObject({
    extensions: { isbn: false, sections: false },
    allowHosts: ['a', 'b'],
  })
})

test('resolves folders against the working directory', () => {
  const options = ['--data', 'd', '--shop', 's', '--console', 'c', '--catalogue', 'k']
  const folders = { data: resolve('d'), shop: resolve('s'), console: resolve('c'), catalogue: resolve('k') }
  expect(read(options, {})).toMatchObject(folders)
  const { catalogue: _, ...others } = folders
  expect(read([], { KITABO_DATA: 'd', KITABO_SHOP: 's', KITABO_CONSOLE: 'c' })).toMatchObject(others)
  expect(read([], {}, CONTAINER_IMAGE)).toMatchObject({ data: '/data', console: CONTAINER_IMAGE.console })
})

test('reads who may reach the emulator and what receives its notifications, from options or the environment', () => {
  const notified = { webhookUrl: 'https://shop.example/hook', secretHash: 'h' }
  const options = ['--token', 't', '--webhook', notified.webhookUrl, '--webhook-hash', 'h']
  expect(read(options, {})).toMatchObject({ token: 't', payments: notified })
  const env = { KITABO_TOKEN: 't', KITABO_WEBHOOK: notified.webhookUrl, KITABO_WEBHOOK_HASH: 'h' }
  expect(read([], env)).toMatchObject({ token: 't', payments: notified })
  expect(read([], {})).toMatchObject({ token: null, payments: { webhookUrl: null }, allowOrigins: [] })
  const origins = ['--allow-origin', 'https://a.example', '--allow-origin', '*']
  expect(read(origins, {})).toMatchObject({ allowOrigins: ['https://a.example', '*'] })
  expect(readSettings(['--log'], { KITABO_PUBLIC_URL: 'https://b.example' })).toMatchObject({
    log: true,
    publicUrl: 'https://b.example',
  })
})

test('reads the number of products and the host to imitate', () => {
  const options = ['--products', '7', '--profile', '7.7', '--stock', '--strict', '--throttle', '--fresh']
  const host = { products: 7, profile: '7.7', stock: true, strict: true, throttle: true, fresh: true }
  expect(read(options, {})).toMatchObject(host)
  expect(read([], {})).toMatchObject({ profile: '7.1', stock: false, strict: false, throttle: false })
  expect(read([], {})).not.toHaveProperty('products')
})

test('the help and the advice for a port that is in use have the options and the variable of the installation', () => {
  expect(read(['--help', '--port', '1'], {})).toBe('help')
  expect(helpText()).toMatch(/^Usage: npm start -- \[options\]/)
  expect(helpText(CONTAINER_IMAGE)).toMatch(
    /^Usage: docker run [\s\S]*default 4000[\s\S]*default the bundled one/,
  )
  expect(portAdvice(GIT_CHECKOUT, 8081)).toBe('Choose a different one with --port 8081 or PORT=8081.')
  expect(portAdvice(DEV_SERVER, 8082)).toBe('Choose a different one with EMULATOR_PORT=8082.')
})

test.each([
  [['--allow-origin', 'a.example'], {}, '--allow-origin must be an origin like https://shop.example, or *'],
  [['--webhook', 'hook'], {}, '--webhook must be an http or https URL, found "hook".'],
  [[], { KITABO_WEBHOOK: 'hook' }, 'KITABO_WEBHOOK must be an http or https URL, found "hook".'],
  [[], { KITABO_PUBLIC_URL: 'x' }, 'KITABO_PUBLIC_URL must be an http or https URL, found "x".'],
  [['--shop-rendering', 'none'], {}, '--shop-rendering must be data or shell, found "none".'],
  [['--data', ''], {}, '--data requires a folder'],
  [['--data='], {}, '--data requires a folder'],
  [[], { PORT: 'eighty' }, 'PORT must be a port number from 0 to 65535, found "eighty".'],
  [['--port', '99999'], {}, '--port must be a port number from 0 to 65535, found "99999".'],
  [['--memory', '--data', 'x'], {}, "Option '--memory' cannot be used with option '--data <FOLDER>';"],
  [['--profile', '8'], {}, '--profile must be 7.1 or 7.7, found "8".'],
  [['--prot', '1'], {}, "Unknown option '--prot' (did you mean --port?); --help lists the options."],
  [['--without', 'isbm'], {}, 'loginWithoutType, found "isbm"; did you mean "isbn"?'],
  [['--products', 'few'], {}, '--products must be a number of products from 0 to 1000000, found "few".'],
  [['--colour'], {}, /Unknown option '--colour'.*--help lists the options\./],
])('refuses %j in the environment %j with one message', (args, env, message) => {
  const start = () => read(args, env as Record<string, string>)
  expect(start).toThrow(StartError)
  expect(start).toThrow(message)
})
