#!/usr/bin/env node
import { resolve } from 'node:path'
import { HISTORY_FILE, readVersion } from '../command/installation.ts'
import { runProcess } from '../command/main.ts'

/** Entry point of the package. */
await runProcess({
  command: 'kitabo-contract',
  historyFile: resolve(HISTORY_FILE),
  version: readVersion('../package.json'),
  // The package contains no such page, so reports explain the rules themselves.
  rulesPage: '',
})
