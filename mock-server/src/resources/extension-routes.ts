import { api } from 'contracts/api'
import type { Endpoint } from 'contracts/endpoint'
import type { IsMissing } from '../http/handler.ts'
import type { ExtensionName } from '../provider/extensions.ts'

/** Endpoints that the original software lacks. */
const EXTENSION_OF = new Map<Endpoint, ExtensionName>([
  [api.homepage.sections, 'sections'],
  [api.newsletter.subscribe, 'newsletter'],
  [api.specialOrders.store, 'specialOrders'],
])

export const isEndpointMissing: IsMissing = (endpoint, { extensions }) => {
  const name = EXTENSION_OF.get(endpoint)
  return name !== undefined && !extensions[name]
}
