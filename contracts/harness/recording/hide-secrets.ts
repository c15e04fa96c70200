import { type Contracts, tokenOf } from '../../src/contracts.ts'
import { decodeUtf8, parseJsonText } from '../../src/json-text.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { isLogin } from '../plan.ts'
import type { Redactor } from '../send/redactor.ts'
import {
  isCredentialName,
  isQueryCredential,
  registerDeclaredSecrets,
  registerNamedSecrets,
  registerPersonalData,
} from '../send/secrets.ts'
import { bodyOf, type Entry, toLowerCaseName } from './har.ts'
import { type LocatedEntry, requestOf } from './locate-entries.ts'

/** Names of request fields with one-time codes, names and addresses, which no schema declares as personal. */
const PERSONAL_FIELD = /code$|name$|address/i

/** Hides tokens, cookies, passwords, e-mail addresses and phone numbers from all output. */
export function hideSecrets(contracts: Contracts, located: LocatedEntry, redactor: Redactor): void {
  const { entry, endpoint } = located
  const { request, response } = entry
  registerNamedSecrets([...request.headers, ...response.headers].map(toLowerCaseName), redactor)
  registerNamedSecrets(new URL(request.url).searchParams, redactor, isQueryCredential)
  registerNamedSecrets(Object.entries(requestOf(contracts, located).params ?? {}), redactor)
  const bytes = bodyOf(entry, located.isImage)
  if (bytes) {
    const { body } = parseJsonText(decodeUtf8(bytes))
    registerPersonalData(body, redactor, endpoint.responses[response.status])
    if (isLogin(contracts, located.name)) redactor.hide(tokenOf(contracts, body), '[token]')
    registerDeclaredSecrets(endpoint.responses[response.status], body, redactor)
  }
  const fields = fieldsOf(request.postData)
  registerPersonalData(fields, redactor, endpoint.body)
  registerDeclaredSecrets(endpoint.body, fields, redactor)
  for (const [key, value] of Object.entries(fields))
    if (isCredentialName(key) || PERSONAL_FIELD.test(key)) redactor.hide(value, '[secret]')
}

/** Returns the fields of a recorded body, which is JSON or a form. */
function fieldsOf(postData: Entry['request']['postData']): Record<string, unknown> {
  const { text, params = [] } = postData ?? {}
  const { body } = parseJsonText(text ?? '')
  if (isPlainObject(body)) return body
  const named = params.map(({ name, value }) => [name, value] as const)
  return Object.fromEntries([...new URLSearchParams(text ?? ''), ...named])
}
