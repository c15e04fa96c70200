/** Builds the shop when its sources or its settings have changed since the last build. */
import { buildPage } from './build-page.ts'

/** @returns the folder of the built shop */
export function buildShop(): string {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  return buildPage({
    what: 'shop',
    folder: 'web',
    room: 'web',
    places: [
      ...['web/src', 'web/public', 'contracts/cases'],
      ...['web/index.html', 'web/vite.config.ts', 'web/api-document.ts', 'web/package.json'],
      ...['web/build', 'web/service-worker'],
    ],
    settings: settings.length === 0 ? '' : JSON.stringify(settings.sort()),
  })
}
