/** Builds the emulator's console when its sources have changed since the last build. */
import { buildPage } from './build-page.ts'

/** @returns the folder of the built console */
export function buildConsole(): string {
  return buildPage({
    what: 'console',
    folder: 'mock-server/console',
    room: 'mock-server',
    places: [
      'mock-server/console/src',
      'mock-server/console/index.html',
      'mock-server/console/vite.config.ts',
      'mock-server/src/control',
      'mock-server/package.json',
    ],
  })
}
