/** Loaded with `--import` into the programs of a command, so that none outlives it. */
import { endWithParent } from './runtime.mjs'

endWithParent()
