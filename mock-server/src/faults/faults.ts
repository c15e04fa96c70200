import { pathMatcher } from 'contracts/path-pattern'
import type { Fault, NewFault } from '../control/faults-contract.ts'
import type { Dice } from '../world/random-source.ts'

/** The faults of one world, in the order in which they were asked for. */
export type Faults = {
  /** Null when there are too many already. */
  add: (fault: NewFault) => Fault | null
  list: () => Fault[]
  /** False when there is none with that id. */
  remove: (id: number) => boolean
  clear: () => void
  /** Those that strike this call; each is counted. What is not the host's own is only struck by its path. */
  strike: (method: string, path: string, isHost?: boolean) => Fault[]
}

/** Each call of the host is matched against all of them. */
const MOST = 100

/** @param dice decides where a fault has a probability: the same seed, the same calls */
export function createFaults(dice: Dice): Faults {
  let rules: { fault: Fault; fits: ((path: string) => boolean) | null; seen: number }[] = []
  let nextId = 1
  return {
    add: (asked) => {
      if (rules.length >= MOST) return null
      const fault: Fault = { ...asked, id: nextId++, struck: 0 }
      rules.push({ fault, fits: asked.path === undefined ? null : pathMatcher(asked.path), seen: 0 })
      return fault
    },
    list: () => rules.map((rule) => rule.fault),
    remove: (id) => {
      const before = rules.length
      rules = rules.filter((rule) => rule.fault.id !== id)
      return rules.length < before
    },
    clear: () => {
      rules = []
    },
    strike: (method, path, isHost = true) => {
      if (rules.length === 0) return []
      return rules
        .filter((rule) => {
          const { fault, fits } = rule
          if (fault.method !== undefined && fault.method !== method) return false
          if (fits ? !fits(path) : !isHost) return false
          rule.seen++
          if (fault.from !== undefined && rule.seen < fault.from) return false
          if (fault.times !== undefined && fault.struck >= fault.times) return false
          if (fault.probability !== undefined && dice.fraction() >= fault.probability) return false
          fault.struck++
          return true
        })
        .map((rule) => rule.fault)
    },
  }
}
