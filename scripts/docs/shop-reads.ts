import { fileURLToPath } from 'node:url'
import { api } from '../../contracts/src/api.ts'
import { type Endpoint, endpointKey } from '../../contracts/src/endpoint.ts'
import { describeSchema, type SchemaNode } from '../../contracts/src/schema/schema.ts'
import { readShop, type ShopReads } from '../../web/build/shop-reads.ts'

/** Finds which pages of the shop read which declared fields of which endpoint. */
export function shopReads(): ShopReads {
  const fieldsOf = new Map(
    Object.values(api)
      .flatMap((each): Endpoint[] => Object.values(each))
      .map((declared) => {
        const names = new Set<string>()
        for (const [status, schema] of Object.entries(declared.responses))
          if (Number(status) < 300) addNames(describeSchema(schema), names)
        return [endpointKey(declared) as string, names]
      }),
  )
  return readShop(fileURLToPath(new URL('../../web/src', import.meta.url)), fieldsOf)
}

function addNames(node: SchemaNode, names: Set<string>): void {
  if (node.kind === 'array') addNames(node.element, names)
  if (node.kind === 'union') for (const member of node.members) addNames(member, names)
  if (node.kind !== 'object') return
  for (const { name, node: inner } of node.fields) {
    names.add(name)
    addNames(inner, names)
  }
}
