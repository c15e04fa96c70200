import { createHash } from 'node:crypto'
import { JSONParser } from '@streamparser/json'

/** Entries of a list that a page can show, and some more. */
const KEPT = 100
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
 * @returns its body, in which entries beyond the first hundred are empty; `{}` of what is no JSON
 */
export async function readAnswer(response: Response): Promise<Answer> {
  const hash = createHash('sha256')
  const list: unknown[] = []
  let whole: unknown
  let isList = false
  // Entries of the list as they are complete, and the whole where it is none.
  const parser = new JSONParser({ paths: ['$', '$.*'], keepStack: false })
  parser.onValue = ({ value, key, stack }) => {
    if (stack.length === 0) whole = value
    else if (typeof key === 'number') {
      isList = true
      list.push(list.length < KEPT ? value : FURTHER)
    }
  }
  try {
    for await (const chunk of response.body ?? []) {
      hash.update(chunk)
      parser.write(chunk)
    }
  } catch {
    return { body: {}, hash: hash.digest('base64url') }
  }
  return { body: isList ? list : (whole ?? {}), hash: hash.digest('base64url') }
}
