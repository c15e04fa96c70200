import type { Finding } from 'contracts/finding'

/** Header names and values that Node accepts: a token, and visible Latin-1. */
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,1000}$/

/** Returns the reason why a finding cannot be reproduced over HTTP (an invalid status or header), or null if it can. */
export function unplayable({ rule, where, actual }: Finding): string | null {
  const status = (text: string) =>
    isStatus(text) ? null : `"${text.slice(0, 40)}" is not a status from 200 to 599`
  switch (rule) {
    case 'status':
      return status(actual)
    case 'redirect': {
      const [code = '', , location = '/'] = actual.split(' ')
      return status(code) ?? (HEADER_VALUE.test(location) ? null : 'its location is not a valid header value')
    }
    case 'content-type':
    case 'cors':
    case 'cache':
      if (!where.startsWith('$headers.') || !HEADER_NAME.test(where.slice('$headers.'.length)))
        return `"${where.slice(0, 40)}" does not contain a header name`
      return HEADER_VALUE.test(actual) ? null : `the value of ${where} is not valid in a header`
    default:
      return null
  }
}

function isStatus(text: string): boolean {
  const status = Number.parseInt(text, 10)
  return status >= 200 && status <= 599
}
