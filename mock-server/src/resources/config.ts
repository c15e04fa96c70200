import type { Config, config } from 'contracts/resources/config'
import type { ProviderHandlers } from '../http/handler.ts'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { isSince } from '../provider/builds.ts'
import { readConfig } from '../world/store-config.ts'

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

export const configHandlers: ProviderHandlers<typeof config> = {
  get: ({ world }) => {
    const settings = readConfig(world)
    if (!isSince(world.build, '7.7')) return { status: 200, body: settings }
    const branches = settings.branches.map((branch) => ({ ...branch, status: 1 }))
    return { status: 200, body: { ...settings, branches, ...LATER_SETTINGS } }
  },
}

/** Recorded in 7.7. The shop reads none of them. */
const LATER_SETTINGS = {
  software_version: '7.7',
  customer_setup_wallet_earning: { status: 0, order_wise_earning_percentage: 0 },
  advance_maintenance_mode: {
    maintenance_status: 0,
    selected_maintenance_system: { branch_panel: 0, customer_app: 0, web_app: 0, deliveryman_app: 0 },
    maintenance_messages: {
      business_number: 1,
      business_email: 1,
      maintenance_message: '',
      message_body: '',
    },
    maintenance_type_and_duration: { maintenance_duration: 'until_change', start_date: null, end_date: null },
  },
  google_map_status: 1,
  customer_verification: { status: 0, phone: 0, email: 0, firebase: 0 },
  customer_login: {
    login_option: { manual_login: 1, otp_login: 0, social_media_login: 0 },
    social_media_login_options: { google: 0, facebook: 0, apple: 0 },
  },
  guest_checkout: 1,
  firebase_otp_verification_status: 0,
  forgot_password: { firebase: 0, phone: 0, email: 0 },
  apple_login: { login_medium: 'apple', client_id: '' },
}
