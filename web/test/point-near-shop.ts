import { store } from '../src/config/store.ts'

/** Returns a point near the shop, in degrees from it, so that tests hold wherever the shop is. */
export const pointNearShop = (north: number, east: number) => ({
  lat: Number((store.origin.lat + north).toFixed(4)),
  lng: Number((store.origin.lng + east).toFixed(4)),
})
