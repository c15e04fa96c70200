#!/usr/bin/env node
import { EXIT } from '../harness/report/exit-code.ts'
import { exitSoon, guardProcess } from '../src/command-line.ts'
import { main } from './main.ts'

guardProcess(EXIT.internal)
exitSoon(await main(process.argv.slice(2)))
