/** The options of the commands that docs/settings.md lists. A module without side effects, so that its test can read them. */
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { hosts } from '../web/build/hosting.ts'
import { commandLine, portOf, root, wholeNumber } from './command.ts'

export function devCommand(): Command {
  return commandLine(
    'dev',
    'Serves the shop on http://localhost:5173 and the emulator on http://localhost:8081, with hot reload. The variable PORT changes the port of the shop, EMULATOR_PORT the port of the emulator. A change to the catalogue seeds a new database.',
  ).option('--fresh', 'seed a new database; the old one is renamed to .old')
}

export function buildCommand(): Command {
  return commandLine(
    'build',
    'Builds the shop into dist: the folder public, which can be deployed, and the configuration of its host. Reads settings from the environment or .env.',
  )
    .option(
      '--prerender',
      'also write a page for each product, category and author, for link previews, search engines and browsers without JavaScript',
    )
    .option('--api <ORIGIN>', 'host of the prerendered data (default: VITE_API_HOST)')
    .option(
      '--site <ORIGIN>',
      'origin of the deployed shop, such as https://shop.example: refuses settings that it blocks, and writes absolute URLs and the sitemap of prerendered pages',
    )
    .addOption(new Option('--host <NAME>', 'host of the shop').choices(Object.keys(hosts)).default('nginx'))
    .option(
      '--allow-incomplete',
      'build for an API on a different host even if payment, map, places or chat settings are missing',
    )
    .option('--out <FOLDER>', 'output folder', join(root, 'dist'))
}

export function previewCommand(): Command {
  return commandLine(
    'preview',
    'Serves the output of npm run build like a static host, with the same headers, statuses and files.',
  )
    .option('--port <PORT>', 'port to listen on; by default, PORT', wholeNumber, portOf('PORT', 4173))
    .option('--out <FOLDER>', 'built folder', join(root, 'dist'))
}
