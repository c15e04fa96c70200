#!/usr/bin/env node
import { runProcess } from './main.ts'

await runProcess()
