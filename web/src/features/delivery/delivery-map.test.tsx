import { fireEvent, render, screen, within } from '@testing-library/react'
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

/** Degrees per pixel at the map's zoom, near the equator. */
const DEGREES = 360 / 256 / 2 ** 13

test.each([
  ['right', 0, 176],
  ['left', 0, -176],
  ['top', 102, 0],
  ['bottom', -126, 0],
])('the map moves to a pin near its %s edge', async (_, up, right) => {
  const { show, centre } = renderMap(pointNearShop(0, 0))
  const before = centre()
  const at = (part: number) => pointNearShop(up * DEGREES * part, right * DEGREES * part)
  show(at(0.97))
  expect(centre()).toEqual(before)
  show(at(1.03))
  // It is animated.
  await vi.waitFor(() => expect(centre()?.lat).toBeCloseTo(at(1.03).lat, 3))
  await vi.waitFor(() => expect(centre()?.lng).toBeCloseTo(at(1.03).lng, 3))
})

test('Enter places the pin at the map only, whose keys are explained, and not at its zoom buttons', () => {
  const { onPick } = renderMap(null)
  const map = screen.getByRole('application', MAP)
  expect(map).toHaveAccessibleDescription(/^The arrow keys move the map/)
  const zoom = within(map).getByRole('button', { name: 'Zoom in' })
  // Screen readers would say the label twice.
  expect(zoom).not.toHaveAttribute('title')
  fireEvent.keyDown(zoom, { key: 'Enter' })
  fireEvent.keyDown(map, { key: ' ' })
  expect(onPick).not.toHaveBeenCalled()
  fireEvent.keyDown(map, { key: 'Enter' })
  expect(onPick).toHaveBeenCalledOnce()
})

test.each([
  [true, 'This clears the address that you have typed.'],
  [false, ''],
])('the button for the pin warns that it clears typed text: %s', (clears, description) => {
  render(<DeliveryMap point={null} onPick={() => {}} clears={clears} />)
  expect(screen.getByRole('button', { name: 'Place the pin at the centre' })).toHaveAccessibleDescription(
    description,
  )
})

test('shows an error if no tile of the map loads, and requests the tiles again', () => {
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
