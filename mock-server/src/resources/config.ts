import type { Config, config } from 'contracts/resources/config'
import type { Handlers } from '../http/handler.ts'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { selectOne, type World } from '../world/world.ts'

/** Returns the stored settings, with a placeholder for the emulator's origin. */
export function readConfig(world: World): Config {
  const row = selectOne<{ value: string }>(world, "SELECT value FROM settings WHERE name = 'config'")
  return JSON.parse(row?.value ?? '{}') as Config
}

export function baseUrls(): Config['base_urls'] {
  const folder = (name: string) => `${ORIGIN_MARK}/storage/${name}`
  return {
    product_image_url: folder('product'),
    customer_image_url: folder('profile'),
    banner_image_url: folder('banner'),
    category_image_url: folder('category'),
    category_banner_image_url: folder('category/banner'),
    review_image_url: folder('review'),
    notification_image_url: folder('notification'),
    ecommerce_image_url: folder('ecommerce'),
    delivery_man_image_url: folder('delivery-man'),
    chat_image_url: folder('conversation'),
    flash_sale_image_url: folder('flash-sale'),
    gateway_image_url: folder('payment_modules/gateway_image'),
  }
}

/** Source R1: rate times kilometres, at least the minimum. The shop charges a flat fee above 40 km. */
export function deliveryCharge(settings: Config, kilometres: number): number {
  const perKm = settings.delivery_management
  if (perKm?.status !== 1) return settings.delivery_charge
  return Math.round(Math.max(perKm.shipping_per_km * kilometres, perKm.min_shipping_charge))
}

export const configHandlers: Handlers<typeof config> = {
  get: ({ world }) => {
    const settings = readConfig(world)
    if (world.profile === '7.1') return { status: 200, body: settings }
    // Source R4: later builds have no rate per kilometre.
    const { delivery_management: _, ...later } = settings
    return { status: 200, body: { ...later, software_version: '7.7' } }
  },
}
