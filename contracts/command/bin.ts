#!/usr/bin/env node
import { exitSoon } from '../src/command-line.ts'
import { main } from './main.ts'

exitSoon(await main(process.argv.slice(2)))
