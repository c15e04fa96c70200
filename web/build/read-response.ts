import { createHash } from 'node:crypto'
import { JSONParser } from '@streamparser/json'

/** Number of list items to parse, which exceeds what any page shows. */
const MAX_ITEMS = 100
const SPACE = 0x20
const OPENING_BRACKET = 0x5b
/** Stands for each remaining item, because only the number of items is needed. */
const OMITTED_ITEM = Object.freeze({})

export type WireResponse = {
  body: unknown
  /** Hash of the received bytes. */
  hash: string
}

/**
 * Parses a response with a list of any length in bounded memory. In a large shop, the products of a category are one
 * response of tens of megabytes.
 * @returns the body, with empty items beyond the first hundred; `{}` if it is not a list, object or JSON
 */
export async function readResponse(response: Response): Promise<WireResponse> {
  const hash = createHash('sha256')
  const list: unknown[] = []
  const fields: Record<string, unknown> = {}
  let isList: boolean | undefined
  // Excludes the root value, because the parser would keep all its items in memory.
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  parser.onValue = ({ value, key }) => {
    if (isList) list.push(list.length < MAX_ITEMS ? value : OMITTED_ITEM)
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
