import type { FailureList } from 'contracts/wire'
import { type Fields, isPhpArray } from './php-input.ts'

/** A validation rule of Laravel. @returns the message of a failure, or null */
export type Rule = (value: unknown, label: string) => string | null

/** @param message replaces Laravel's message */
export function required(message?: string): Rule {
  return (value, label) => {
    const isEmpty = value === null || value === undefined || (isPhpArray(value) && sizeOf(value) === 0)
    return isEmpty ? (message ?? `The ${label} field is required.`) : null
  }
}

export function min(limit: number): Rule {
  return (value, label) => {
    if (sizeOf(value) >= limit) return null
    return isPhpArray(value)
      ? `The ${label} must have at least ${limit} items.`
      : `The ${label} must be at least ${limit} characters.`
  }
}

export function max(limit: number): Rule {
  return (value, label) => {
    if (sizeOf(value) <= limit) return null
    return isPhpArray(value)
      ? `The ${label} must not have more than ${limit} items.`
      : `The ${label} must not be greater than ${limit} characters.`
  }
}

export function oneOf(...values: readonly string[]): Rule {
  return (value, label) =>
    !isPhpArray(value) && values.includes(String(value)) ? null : `The selected ${label} is invalid.`
}

/** @param exists whether a row has this value */
export function unique(exists: (value: unknown) => boolean): Rule {
  return (value, label) => (exists(value) ? `The ${label} has already been taken.` : null)
}

export function array(message: string): Rule {
  return (value) => (isPhpArray(value) ? null : message)
}

/** Returns the number of elements, or of characters. */
function sizeOf(value: unknown): number {
  if (isPhpArray(value)) return Object.keys(value).length
  return value === null || value === undefined ? 0 : [...String(value)].length
}

/** Checks fields in the order of their rules. @returns the first failure of each field; null if there is none */
export function failuresOf(fields: Fields, rules: Readonly<Record<string, readonly Rule[]>>) {
  const errors: FailureList['errors'] = []
  for (const [code, ofField] of Object.entries(rules)) {
    const label = code.replaceAll('_', ' ')
    const message = ofField.map((rule) => rule(fields[code], label)).find((text) => text !== null)
    if (message) errors.push({ code, message })
  }
  return errors.length === 0 ? null : errors
}

/** Refuses fields that break a rule. Recorded: with 403, not with Laravel's 422. */
export function refuseInvalid(fields: Fields, rules: Readonly<Record<string, readonly Rule[]>>) {
  const errors = failuresOf(fields, rules)
  return errors && { status: 403 as const, body: { errors } }
}
