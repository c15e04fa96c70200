import { queryOptions } from '@tanstack/react-query'
import { ApiError, ContractError, displayedMessage } from 'contracts/client'
import type { Banner } from 'contracts/resources/banners'
import type { HomepageSection } from 'contracts/resources/homepage'
import { call, retryRule, type SuccessResponse } from '../../api/api.ts'
import { readId, readList, readObject, readString } from '../../api/read-values.ts'
import { storedListOptions } from '../../api/response-cache.ts'
import { CATALOGUE_STALE_MS } from '../../config/delays.ts'
import { readProducts, type ShopProduct } from '../../domain/product.ts'

export type ShopBanner = { id: number; title: string; image: string | null; category_id: number | null }

/** Reads the banners from a response. A missing title becomes 'No Title': docs/literal.md. */
export function readBanners(body: unknown): ShopBanner[] {
  return readList(body).flatMap((entry, position) => {
    const wire = readObject<Banner>(entry)
    return [
      {
        id: readId(wire.id) ?? -1 - position,
        title: readString(wire.title) || 'No Title',
        image: readString(wire.image) || null,
        category_id: readId(wire.category_id),
      },
    ]
  })
}

export type ShopSection = { id: number | string; title: string; items: ShopProduct[] }

type SectionsResponse = SuccessResponse<'GET /homepage/sections'>

/** An invalid or failed response, with a message for the home page. */
class SectionsError extends Error {
  override name = 'SectionsError'
}

/** Returns the query of the sections of the home page. `sectionsMessage` returns the messages for its errors. */
export function sectionsQuery() {
  return queryOptions({
    queryKey: ['homepage', 'sections'],
    queryFn: ({ signal }) =>
      call('GET /homepage/sections', {
        signal,
        headers: { 'Content-Type': 'application/json' },
      }).catch((error: unknown) => {
        // An empty body has its own message (docs/literal.md), so the request isn't retried.
        if (error instanceof ContractError && error.problem === 'an empty body') return null
        throw error
      }),
    select: readSections,
    ...retryRule,
    ...storedListOptions<SectionsResponse | null>('homepage_sections', isValid),
  })
}

function isValid(body: unknown): boolean {
  try {
    return readSections(body).length > 0
  } catch {
    return false
  }
}

/**
 * Reads the sections from a response, without duplicate ids. Numbers those without a title.
 * @throws SectionsError if the response is invalid
 */
export function readSections(body: unknown): ShopSection[] {
  if (body === null || body === undefined || body === '') {
    throw new SectionsError('No response data received from server')
  }
  const { success, data } = readObject<SectionsResponse>(body)
  if (success === false) throw new SectionsError(displayedMessage(body) ?? 'API returned success: false')
  if (!Array.isArray(data)) throw new SectionsError('Invalid data structure: expected array in data field')
  const ids = new Set<string>()
  return data.flatMap((entry, position) => {
    const wire = readObject<HomepageSection>(entry)
    const id = typeof wire.id === 'number' || typeof wire.id === 'string' ? wire.id : `at-${position}`
    if (ids.has(String(id))) return []
    ids.add(String(id))
    return [{ id, title: readString(wire.title) || `Section ${ids.size}`, items: readProducts(wire.items) }]
  })
}

export function sectionsMessage(error: Error): string {
  if (error instanceof SectionsError) return error.message
  if (error instanceof ApiError) return `HTTP ${error.status}`
  return 'Failed to load sections'
}

/** Returns the query of the banners of the home page. Failures aren't shown: docs/literal.md. */
export function bannersQuery() {
  return queryOptions({
    queryKey: ['banners'],
    queryFn: ({ signal }) => call('GET /banners', { signal }),
    select: readBanners,
    staleTime: CATALOGUE_STALE_MS,
  })
}
