import type { z } from 'zod'
import { privacyOf } from '../../src/schema/privacy.ts'
import { visit } from '../../src/schema/visit.ts'
import type { Redactor } from './redactor.ts'

/** Names of headers, parameters and fields whose values are credentials. */
const CREDENTIAL_NAME =
  /authorization|cookie|passw|secret|token|api[-_]?key|private[-_]?key|^x-auth|signature|session|guest-id|^otp$|^pin$/i

export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name)
}

/** Whether a parameter of a query is a credential. `key` is one in a query; elsewhere, it is usually an id. */
export function isQueryCredential(name: string): boolean {
  return isCredentialName(name) || /^key$/i.test(name)
}

/**
 * Registers the values of headers, parameters or fields that are credentials by their name, to hide them in all
 * output.
 */
export function registerNamedSecrets(
  values: Iterable<readonly [name: string, value: unknown]>,
  redactor: Redactor,
  isCredential = isCredentialName,
): void {
  for (const [name, value] of values) {
    if (!isCredential(name) || typeof value !== 'string') continue
    redactor.hide(value, '[secret]')
    for (const part of value.split(/[;,=\s]+/)) if (part.length > 7) redactor.hide(part, '[secret]')
  }
}

/** Registers the values in a body that its schema declares as secret, to hide them in all output. */
export function registerDeclaredSecrets(
  schema: z.core.$ZodType | undefined,
  body: unknown,
  redactor: Redactor,
): void {
  if (!schema || body === undefined) return
  visit(
    schema,
    { $: body },
    {
      enter: ({ node, declared, holder, key }) => {
        const isSecret = (privacyOf(declared) ?? privacyOf(node)) === 'secret'
        if (isSecret) redactor.hide(holder[key], '[secret]')
        return !isSecret
      },
    },
  )
}

/** A token, or an e-mail address and a password, or none. */
export type Credentials = { email?: string; password?: string; token?: string } | null

export function registerCredentials({ credentials }: { credentials: Credentials }, redactor: Redactor): void {
  const { email, password, token } = credentials ?? {}
  // The credentials of basic authentication.
  const basic = email && password ? `${email}:${password}` : undefined
  for (const secret of [password, token]) redactor.hide(secret, '[secret]')
  for (const mail of [email, basic]) redactor.hide(mail, '[e-mail]')
}

/** Registers the customer's personal data in a body to be hidden in all output. */
export function registerPersonalData(value: unknown, redactor: Redactor, depth = 0): void {
  if (value === null || typeof value !== 'object' || depth > 5) return
  for (const [key, inner] of Object.entries(value).slice(0, 200)) {
    if (/email$|phone|person_number|token/i.test(key)) redactor.hide(inner, '[personal]')
    registerPersonalData(inner, redactor, depth + 1)
  }
}

const SECRET_VALUES: readonly (readonly [name: RegExp, as: string])[] = [
  [/email$/i, '[e-mail]'],
  [/phone$/i, '[number]'],
  [/password$/i, '[secret]'],
  [/token$/i, '[token]'],
  [/code$/i, '[code]'],
]

/** Registers the accounts, tokens and codes among the values of a run, to hide them in all output. */
export function registerSecretValues(values: object, redactor: Redactor): void {
  for (const [name, value] of Object.entries(values)) {
    const [, as] = SECRET_VALUES.find(([pattern]) => pattern.test(name)) ?? []
    if (as) redactor.hide(value, as)
    else if (value !== null && typeof value === 'object' && !Array.isArray(value))
      registerSecretValues(value, redactor)
  }
}
