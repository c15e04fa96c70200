import { createHash } from 'node:crypto'
import { JSONParser } from '@streamparser/json'

/** Entries of a list that a page can show, and some more. */
const KEPT = 100
const SPACE = 0x20
const OPENING_BRACKET = 0x5b
/** In the place of each further entry, which counts and is never shown. */
const FURTHER = Object.freeze({})

export type Answer = {
  body: unknown
  /** Of the bytes as they came. */
  hash: string
}

/**
 * Reads an answer that may be a list of any length without holding it: the host sends the products of a category in
 * one answer, which is tens of megabytes in a large shop.
 * @returns its body, in which entries beyond the first hundred are empty; `{}` of what is no list, object or JSON
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const hash = createHash('sha256')
  const list: unknown[] = []
  const fields: Record<string, unknown> = {}
  let isList: boolean | undefined
  // Not the whole: the parser would keep every entry for it.
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  parser.onValue = ({ value, key }) => {
    if (isList) list.push(list.length < KEPT ? value : FURTHER)
    else if (typeof key === 'string') fields[key] = value
  }
  try {
    for await (const chunk of response.body ?? []) {
      hash.update(chunk)
      isList ??= chunk[chunk.findIndex((byte) => byte > SPACE)] === OPENING_BRACKET
      parser.write(chunk)
    }
  } catch {
    return { body: {}, hash: hash.digest('base64url') }
  }
  return { body: isList ? list : fields, hash: hash.digest('base64url') }
}
