import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildWith } from '../../../test/settings.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Renders the search with a service that finds the places of `found`, by the typed text. */
async function renderSearch(found: Record<string, string[]>, error: string | null = null) {
  buildWith({
    VITE_PLACES: 'https://places.example/?q={query}',
    VITE_PLACES_ATTRIBUTION: 'Places by Example',
  })
  const { AddressSearch } = await import('./address-search.tsx')
  const searched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url).searchParams.get('q') ?? ''
    searched.push(query)
    const features = (found[query] ?? []).map((name) => ({
      geometry: { coordinates: [32.6, 0.3] },
      properties: { name },
    }))
    return Response.json({ features })
  })
  function Search() {
    const [text, setText] = useState('')
    const props = { text, error, focused: false, pins: 0 }
    return <AddressSearch {...props} onText={setText} onPlace={() => {}} />
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Search />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('combobox', { name: 'Search for your address' })
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  return { field, type, searched }
}

test('announces the number of places, and shows their attribution with them', async () => {
  const { type, field } = await renderSearch({ kira: ['Kira', 'Kira Road'], ntinda: ['Ntinda'] })
  expect(screen.queryByText('Places by Example')).toBeNull()
  type('kira')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^2 places$/))
  expect(screen.getByText('Places by Example')).toBeVisible()
  type('ntinda')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^1 place$/))
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByText('Places by Example')).toBeNull()
})

test('searches only after a pause in typing, and shows no places for an empty field', async () => {
  const { type, searched } = await renderSearch({ kira: ['Kira'] })
  for (const text of ['ki', 'kir', 'kira']) {
    type(text)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
  expect(await screen.findByRole('option', { name: 'Kira' })).toBeVisible()
  expect(searched).toEqual(['kira'])
  type(' ')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test.each([
  ['Please search and select an address first!', 'true'],
  [null, null],
])('a field with the error %s is described by it, and invalid: %s', async (error, isInvalid) => {
  const { field } = await renderSearch({}, error)
  expect(field.getAttribute('aria-invalid')).toBe(isInvalid)
  expect(field).toHaveAccessibleDescription(error ?? 'Type a place, plot or landmark, or tap the map.')
})
