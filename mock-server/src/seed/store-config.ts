import type { Config } from 'contracts/resources/config'
import type { StoreFixture } from 'fixtures/catalogue'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { baseUrls } from '../resources/config.ts'

/** Returns the response of `GET /config` for a store. */
export function configOf(store: StoreFixture): Config {
  const point = { longitude: store.longitude, latitude: store.latitude }
  const appStore = { status: false, link: null, min_version: null }
  return {
    ecommerce_name: store.name,
    ecommerce_logo: 'logo.webp',
    app_logo: 'logo.webp',
    ecommerce_address: store.address,
    ecommerce_phone: store.phone,
    ecommerce_email: store.email,
    ecommerce_location_coverage: { ...point, coverage: 40 },
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
    active_payment_method_list: [
      {
        gateway: 'flutterwave',
        gateway_title: 'Card and mobile money',
        gateway_image: `${ORIGIN_MARK}/storage/payment_modules/gateway_image/flutterwave.png`,
      },
    ],
    branches: [
      {
        id: 1,
        name: store.name,
        email: store.email,
        ...point,
        address: store.address,
        coverage: 40,
        image_fullpath: '',
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
    cookies_management: { status: 0, text: null },
    social_login: { google: 0, facebook: 0 },
    software_version: '7.1',
    footer_text: null,
    dm_self_registration: 0,
  }
}
