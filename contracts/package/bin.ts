#!/usr/bin/env node
import { resolve } from 'node:path'
import { HISTORY_FILE, versionIn } from '../command/installation.ts'
import { runProcess } from '../command/main.ts'

/** Entry point of the package. */
await runProcess({
  command: 'kitabo-contract',
  historyFile: resolve(HISTORY_FILE),
  version: versionIn('../package.json'),
  // The package contains no such page, so reports explain the rules themselves.
  rulesPage: '',
})
