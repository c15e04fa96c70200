import type { IsMissing } from '../http/handler.ts'
import { ADDED_ENDPOINTS } from '../provider/extensions.ts'

export const isEndpointMissing: IsMissing = (endpoint, { extensions }) => {
  const name = ADDED_ENDPOINTS.get(endpoint)
  return name !== undefined && !extensions[name]
}
