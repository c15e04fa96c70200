#!/usr/bin/env node
import { EXIT } from '../harness/report/exit-code.ts'
import { exitSoon, guardProcess, useProxyFromEnvironment } from '../src/command-line.ts'
import { main } from './main.ts'

guardProcess(EXIT.internal)
useProxyFromEnvironment()
exitSoon(await main(process.argv.slice(2)))
