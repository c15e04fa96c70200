import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { pointNearShop } from '../../../test/point-near-shop.ts'
import { DeliveryMap } from './delivery-map.tsx'

const MAP = { name: 'Map of your delivery point' }

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
})

function renderMap(point: { lat: number; lng: number } | null) {
  const onPick = vi.fn<(point: { lat: number; lng: number }) => void>()
  const view = render(<DeliveryMap point={point} onPick={onPick} clears={false} />)
  const frame = screen.getByRole('application', MAP)
  return {
    onPick,
    tiles: () => [...frame.querySelectorAll('.leaflet-tile')],
    show: (next: { lat: number; lng: number }) =>
      view.rerender(<DeliveryMap point={next} onPick={onPick} clears={false} />),
    /** The point at the centre of the map. */
    centre: () => {
      fireEvent.click(screen.getByRole('button', { name: 'Place the pin at the centre' }))
      return onPick.mock.lastCall?.[0]
    },
  }
}

test('a click on the map places the pin there', () => {
  const { onPick, centre } = renderMap(null)
  const before = centre()
  fireEvent.click(screen.getByRole('application', MAP), { clientX: 300, clientY: 150 })
  const picked = onPick.mock.lastCall?.[0]
  expect(picked?.lat).toBeCloseTo(before?.lat ?? 0, 3)
  expect(picked?.lng).toBeGreaterThan(before?.lng ?? 0)
})

test('the map moves to a pin that it does not show, and stays if the pin is visible', () => {
  const { show, centre } = renderMap(pointNearShop(0, 0))
  const before = centre()
  show(pointNearShop(0.005, 0.005))
  expect(centre()).toEqual(before)
  const far = pointNearShop(0.5, 0.5)
  show(far)
  expect(centre()?.lat).toBeCloseTo(far.lat, 3)
  expect(centre()?.lng).toBeCloseTo(far.lng, 3)
})

test('says that the map failed if none of its images loads, and requests them again', () => {
  const { tiles } = renderMap(null)
  const [first] = tiles()
  expect(first).toBeDefined()
  fireEvent.error(first as Element)
  expect(screen.getByRole('alert')).toHaveTextContent(/^The map didn't load\./)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  const [again, other] = tiles()
  expect(again).not.toBe(first)
  fireEvent.load(again as Element)
  fireEvent.error(other as Element)
  expect(screen.queryByRole('alert')).toBeNull()
})
