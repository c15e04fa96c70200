import type { Config } from 'contracts/resources/config'
import type { StoreFixture } from 'fixtures/catalogue'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { baseUrls } from '../resources/config.ts'
import { offeredMethods } from '../resources/payment-methods.ts'

/** Recorded: what the host sends for an image that is missing. */
const MISSING_IMAGE = `${ORIGIN_MARK}/assets/admin/img/160x160/img2.jpg`

/** Returns the response of `GET /config` for a store. */
export function toConfigResponse(store: StoreFixture): Config {
  const point = { longitude: store.longitude, latitude: store.latitude }
  // Recorded: empty texts where nothing is configured, and switches as text.
  const appStore = { status: false, link: '', min_version: '' }
  return {
    ecommerce_name: store.name,
    ecommerce_logo: 'logo.webp',
    app_logo: 'logo.webp',
    ecommerce_address: store.address,
    ecommerce_phone: store.phone,
    ecommerce_email: store.email,
    ecommerce_location_coverage: { ...point, coverage: 40, image_fullpath: MISSING_IMAGE },
    minimum_order_value: 0,
    self_pickup: 1,
    base_urls: baseUrls(),
    currency_symbol: 'UGX',
    currency_symbol_position: 'left',
    delivery_charge: 5000,
    delivery_management: { status: 1, min_shipping_charge: 0, shipping_per_km: store.shipping_per_km },
    cash_on_delivery: 'false',
    digital_payment: 'true',
    digital_payment_status: 1,
    active_payment_method_list: offeredMethods(),
    branches: [
      {
        id: 1,
        name: store.name,
        email: store.email,
        ...point,
        address: store.address,
        coverage: 40,
        image_fullpath: MISSING_IMAGE,
      },
    ],
    terms_and_conditions: store.terms_and_conditions,
    privacy_policy: store.privacy_policy,
    about_us: store.about_us,
    email_verification: false,
    phone_verification: false,
    maintenance_mode: false,
    country: 'UG',
    play_store_config: appStore,
    app_store_config: appStore,
    social_media_link: [],
    otp_resend_time: 60,
    cookies_management: { status: 0, text: '' },
    social_login: { google: 0, facebook: 0 },
    software_version: '7.1',
    footer_text: '',
    dm_self_registration: 0,
    whatsapp: { status: '0', number: '' },
    telegram: { status: '0', user_name: '' },
    messenger: { status: '0', user_name: '' },
  }
}
