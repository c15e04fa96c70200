import type { Mutation } from './mutation.ts'
import { BEHAVIOUR } from './mutations-of-behaviour.ts'
import { HOSTILE } from './mutations-of-hostile-hosts.ts'
import { LISTS } from './mutations-of-lists.ts'
import { MEANING } from './mutations-of-meaning.ts'
import { RESPONSES } from './mutations-of-responses.ts'
import { SHAPES } from './mutations-of-shapes.ts'
import { WRITES } from './mutations-of-writes.ts'

/** All planted mutations. */
export const MUTATIONS: readonly Mutation[] = [
  ...SHAPES,
  ...LISTS,
  ...BEHAVIOUR,
  ...HOSTILE,
  ...WRITES,
  ...[...MEANING, ...RESPONSES].map((each) => ({ ...each, means: 'probe' as const })),
]
