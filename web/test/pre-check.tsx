import { act, screen } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { remove } from 'mock-server/world/queries'
import { vi } from 'vitest'
import { enter, renderShop } from './render.tsx'

export const CART = [{ id: 1, name: 'Pen', quantity: 2, price: 1_250, image: 'pen.webp', total_stock: 9 }]
export const NOTE = 'Green gate, call on arrival'

type Shop = Awaited<ReturnType<typeof renderShop>>

/** Renders the delivery step for a logged-in shopper, by default with two pens in the cart. */
export function openPreCheck(options: Partial<Parameters<typeof renderShop>[0]> = {}, cart: unknown = CART) {
  localStorage.setItem('cart', JSON.stringify(cart))
  return renderShop({ path: '/pre-check', token: true, ...options })
}

/** Returns an emulator whose customer has no addresses. */
export async function withoutAddresses() {
  const emulator = await createTestApp()
  remove(emulator.world, 'addresses')
  return emulator
}

export const addressCards = () => screen.findAllByRole('radio', { name: /^(Home|Work): / })
export const selectedCard = async () =>
  (await addressCards()).find((card) => (card as HTMLInputElement).checked)
export const summary = () => screen.getByRole('complementary', { name: 'Summary' })

export async function fillNote({ user }: Shop): Promise<void> {
  await enter(user, await screen.findByLabelText('Delivery Note'), NOTE)
  await user.click(screen.getByLabelText(/I confirm that my details are correct/))
}

export async function proceed({ user }: Shop): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
}

export async function searchFor({ user }: Shop, text: string): Promise<void> {
  const another = screen.queryByRole('button', { name: 'Add another address' })
  if (another) await user.click(another)
  await enter(user, await screen.findByRole('combobox', { name: 'Search for your address' }), text)
}

/** A geolocation that responds immediately. */
export const locatedAt = (latitude: number, longitude: number) =>
  ({
    getCurrentPosition: (onSuccess: PositionCallback) =>
      onSuccess({ coords: { latitude, longitude } } as GeolocationPosition),
  }) as Geolocation

/** Replaces the device's location. Returns a function that sends it. */
export function locateLate(latitude: number, longitude: number): () => void {
  let send = () => {}
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({
    getCurrentPosition: (onSuccess: PositionCallback) => {
      send = () => onSuccess({ coords: { latitude, longitude } } as GeolocationPosition)
    },
  } as Geolocation)
  return () => act(send)
}
