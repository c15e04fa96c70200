import { expect, test } from 'vitest'
import { DEV_SERVER, GIT_CHECKOUT, readSettings } from './settings.ts'
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

test.each([
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
