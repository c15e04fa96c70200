#!/usr/bin/env node
import { runProcess } from './main.ts'

// npm and pnpm run scripts in the root, but file arguments are relative to INIT_CWD.
const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
if (script && caller) process.chdir(caller)
await runProcess()
