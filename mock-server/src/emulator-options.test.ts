import { expect, test } from 'vitest'
import { createEmulator } from './emulator.ts'
import type { EmulatorOptions } from './emulator-options.ts'
import { StartError } from './start-error.ts'

test.each<[options: Record<string, unknown>, message: string]>([
  [{ prot: 0 }, 'createEmulator has no option "prot"; did you mean "port"?'],
  [{ bananas: 1 }, 'createEmulator has no option "bananas"; its options are data, fresh, '],
  [
    { payments: { secret: 'x' } },
    'createEmulator has no option "payments.secret"; its options are webhookUrl, ',
  ],
  [{ extensions: { isbm: false } }, 'createEmulator has no option "extensions.isbm"; did you mean "isbn"?'],
  [{ port: 'x' }, 'The option "port" must be a port number from 0 to 65535, found "x".'],
  [{ port: 70_000 }, 'The option "port" must be a port number from 0 to 65535, found 70000.'],
  [{ host: 1 }, 'The option "host" must be a string, found 1.'],
  [{ profile: '8' }, 'The option "profile" must be 7.1 or 7.7, found "8".'],
  [{ products: -1 }, 'The option "products" must be a number of products from 0 to 1000000, found -1.'],
  [{ frozenAt: 'now' }, 'The option "frozenAt" must be an ISO date like 2026-11-20T09:00:00Z, found "now".'],
  [
    { frozenAt: '+275760-09-12' },
    'The option "frozenAt" must be an ISO date within a hundred years of now, found "+275760-09-12".',
  ],
  [
    { allowOrigins: ['https://shop.example/'] },
    'The option "allowOrigins.0" must be an origin like https://shop.example, found "https://shop.example/".',
  ],
  [{ publicUrl: 'https:' }, 'The option "publicUrl" must be an http or https URL, found "https:".'],
  [
    { payments: { webhookUrl: 'http://[' } },
    'The option "payments.webhookUrl" must be an http or https URL, found "http://[".',
  ],
  [{ allowHosts: 'a' }, 'The option "allowHosts" must be a list of strings, found "a".'],
  [{ extend: {} }, 'The option "extend" must be a function, found an object.'],
])('an emulator with the options %j does not start', async (options, message) => {
  const started = createEmulator(options as EmulatorOptions)
  await expect(started).rejects.toThrow(StartError)
  await expect(started).rejects.toThrow(message)
})
