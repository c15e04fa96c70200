#!/usr/bin/env node
import { installedHome } from '../command/home.ts'
import { main } from '../command/main.ts'
import { EXIT } from '../harness/report/exit-code.ts'
import { exitSoon } from '../src/command-line.ts'
import { printable } from '../src/printable.ts'

/** Entry point of the package. Unexpected errors must not exit with 1, because 1 means drift. */
exitSoon(
  await main(process.argv.slice(2), installedHome()).catch((error: Error) => {
    process.stderr.write(`\n${(error.stack ?? error.message).split('\n').map(printable).join('\n')}\n`)
    return EXIT.unreachable
  }),
)
