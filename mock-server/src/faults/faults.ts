import { pathMatcher } from 'contracts/path-pattern'
import type { Fault, NewFault } from '../control-api/faults.ts'

/** Limited, because every provider request is compared with all faults. */
const MAX_FAULTS = 100

/**
 * @param fraction returns a number below 1 for probabilities; the world's, so that the same seed affects the same
 * requests
 */
export function createFaults(fraction: () => number) {
  let rules: { fault: Fault; matchesPath: ((path: string) => boolean) | null; matchCount: number }[] = []
  let nextId = 1
  return {
    /** Adds a fault. Returns null if the world has too many. */
    add: (added: NewFault): Fault | null => {
      if (rules.length >= MAX_FAULTS) return null
      const fault: Fault = { ...added, id: nextId++, matched: 0 }
      rules.push({
        fault,
        matchesPath: added.path === undefined ? null : pathMatcher(added.path),
        matchCount: 0,
      })
      return fault
    },
    list: () => rules.map((rule) => rule.fault),
    isEmpty: () => rules.length === 0,
    /** Returns false if no fault has this id. */
    remove: (id: number) => {
      const before = rules.length
      rules = rules.filter((rule) => rule.fault.id !== id)
      return rules.length < before
    },
    clear: () => {
      rules = []
    },
    /**
     * Returns the faults to apply to a request, and counts for each its matching requests and those it is applied to.
     */
    match: (requested: string, path: string): Fault[] => {
      if (rules.length === 0) return []
      // The endpoint of GET responds to HEAD.
      const method = requested === 'HEAD' ? 'GET' : requested
      return rules
        .filter((rule) => {
          const { fault, matchesPath } = rule
          if (fault.method !== undefined && fault.method !== method) return false
          if (matchesPath && !matchesPath(path)) return false
          rule.matchCount++
          if (fault.from !== undefined && rule.matchCount < fault.from) return false
          if (fault.times !== undefined && fault.matched >= fault.times) return false
          if (fault.probability !== undefined && fraction() >= fault.probability) return false
          fault.matched++
          return true
        })
        .map((rule) => rule.fault)
    },
  }
}
