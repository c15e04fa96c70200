import type { z } from 'zod'
import { privacyOf } from '../../src/schema/privacy.ts'
import { type Position, visit } from '../../src/schema/visit.ts'
import type { Redactor } from './redactor.ts'

/** Names of headers, parameters and fields whose values are credentials. */
const CREDENTIAL_NAME =
  /authorization|cookie|passw|secret|token|api[-_]?key|private[-_]?key|^x-auth|signature|session|guest-id|^jwt$|^otp$|^pin$/i

/** Names of fields that contain a type, such as `token_type`, whose values are ordinary words. */
const TYPE_NAME = /[-_]type$|Type$/

export function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name) && !TYPE_NAME.test(name)
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

/**
 * Registers the customer's personal data in a body to be hidden in all output, but no word that its schema declares:
 * findings show such words.
 */
export function registerPersonalData(
  body: unknown,
  redactor: Redactor,
  schema?: z.core.$ZodType | undefined,
): void {
  const words = schema ? declaredWordsOf(schema, body) : new Set()
  hideIn(body, 0)

  function hideIn(value: unknown, depth: number): void {
    if (value === null || typeof value !== 'object' || depth > 5) return
    for (const [key, inner] of Object.entries(value).slice(0, 200)) {
      const isPersonal = /email$|phone|person_number|token/i.test(key) && !TYPE_NAME.test(key)
      if (isPersonal && !words.has(inner)) redactor.hide(inner, '[personal]')
      hideIn(inner, depth + 1)
    }
  }
}

/** Returns the values of all enums and literals in a schema, for the fields that a body has. */
function declaredWordsOf(schema: z.core.$ZodType, body: unknown): ReadonlySet<unknown> {
  const words = new Set<unknown>()
  const enter = ({ declared }: Position) => {
    for (const node of declared.kind === 'union' ? declared.members : [declared])
      if (node.kind === 'enum' || node.kind === 'literal') for (const word of node.values) words.add(word)
    return true
  }
  visit(schema, { $: body }, { enter })
  return words
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
