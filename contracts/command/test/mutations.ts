import type { Mutation } from './mutation.ts'
import { BEHAVIOUR } from './mutations-of-behaviour.ts'
import { COMMANDS } from './mutations-of-commands.ts'
import { HOSTILE } from './mutations-of-hostile-hosts.ts'
import { LISTS } from './mutations-of-lists.ts'
import { SHAPES } from './mutations-of-shapes.ts'

/** The planted drift of this repository's own test; an independent judge has others. */
export const MUTATIONS: readonly Mutation[] = [...SHAPES, ...LISTS, ...BEHAVIOUR, ...HOSTILE, ...COMMANDS]
