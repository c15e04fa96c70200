#!/usr/bin/env node
import { installedHome } from '../command/home.ts'
import { main } from '../command/main.ts'
import { EXIT } from '../harness/report/exit-code.ts'
import { exitSoon, guardProcess, useProxyFromEnvironment } from '../src/command-line.ts'

/** Entry point of the package. */
guardProcess(EXIT.internal)
useProxyFromEnvironment()
exitSoon(await main(process.argv.slice(2), installedHome()))
