import { launchOptions } from '../../chromium-flags.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

test.use({ launchOptions: launchOptions({ isFull: true }), keepsOffline: true })
const emulator = shareEmulator()

test('the shop can be installed, with shortcuts to the orders and the search', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.goto(emulator.origin)
  const client = await page.context().newCDPSession(page)
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // Test browsers are incognito, where apps cannot be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  const { data = '', errors } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data) as Record<'icons' | 'screenshots', { src: string }[]> & {
    shortcuts: { name: string; url: string }[]
  }
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Orders', 'Search'])
  for (const { src } of [...manifest.icons, ...manifest.screenshots])
    expect((await page.request.get(emulator.origin + src)).headers()['content-type'], src).toMatch(/^image\//)
})
