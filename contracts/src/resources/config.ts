import { z } from 'zod'
import { BUILDS, endpoint } from '../endpoint.ts'
import { Flag, Id, Money, Timestamp } from '../wire.ts'

const Branch = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  longitude: z.string().nullable(),
  latitude: z.string().nullable(),
  address: z.string().nullable(),
  coverage: z.int(),
  // Recorded.
  status: Flag.optional().meta({ description: 'From 7.7 on.' }),
  image_fullpath: z.string().nullish(),
})

const AppStore = z.object({
  status: z.boolean(),
  link: z.string().nullable(),
  min_version: z.union([z.string(), z.number()]).nullable(),
})

/** A chat link and whether it is shown. Null if it is not configured. */
const Chat = z.record(z.string(), z.unknown()).nullish()

/** The store's settings. web/src/domain/host-config.ts reads some of them. */
export const Config = z
  .object({
    ecommerce_name: z.string(),
    ecommerce_logo: z.string(),
    app_logo: z.string(),
    ecommerce_address: z.string(),
    ecommerce_phone: z.union([z.string(), z.number()]),
    ecommerce_email: z.string(),
    ecommerce_location_coverage: z
      .object({
        longitude: z.string(),
        latitude: z.string(),
        coverage: z.int(),
        image_fullpath: z.string().nullish(),
      })
      .nullable(),
    minimum_order_value: z.number(),
    self_pickup: Flag,
    base_urls: z.record(z.string(), z.string()),
    currency_symbol: z.string(),
    currency_symbol_position: z.enum(['left', 'right']),
    delivery_charge: Money,
    delivery_management: z
      .object({ status: Flag, min_shipping_charge: Money, shipping_per_km: Money })
      .optional()
      .meta({ description: 'Shillings per kilometre. Absent in later builds.' }),
    cash_on_delivery: z.enum(['true', 'false']),
    digital_payment: z.enum(['true', 'false']),
    digital_payment_status: z.int(),
    active_payment_method_list: z.array(
      // Recorded: either may be null.
      z.object({
        gateway: z.string(),
        gateway_title: z.string().nullable(),
        gateway_image: z.string().nullable(),
      }),
    ),
    branches: z.array(Branch),
    terms_and_conditions: z.string().nullable(),
    privacy_policy: z.string().nullable(),
    about_us: z.string().nullable(),
    email_verification: z.boolean(),
    phone_verification: z.boolean(),
    maintenance_mode: z.boolean(),
    country: z.string(),
    play_store_config: AppStore,
    app_store_config: AppStore,
    social_media_link: z.array(
      z.object({
        id: Id,
        name: z.string(),
        link: z.string(),
        status: Flag,
        created_at: Timestamp.nullish(),
        updated_at: Timestamp.nullish(),
      }),
    ),
    otp_resend_time: z.union([z.number(), z.string()]),
    cookies_management: z.object({ status: Flag, text: z.string().nullable() }),
    social_login: z.object({ google: Flag, facebook: Flag }),
    software_version: z.string().nullable(),
    footer_text: z.string().nullable(),
    dm_self_registration: z.int(),
    whatsapp: Chat,
    telegram: Chat,
    messenger: Chat,
    /** Recorded: from 7.7 on. The shop does not read them. */
    advance_maintenance_mode: z.unknown().optional(),
    google_map_status: z.unknown().optional(),
    customer_verification: z.unknown().optional(),
    customer_login: z.unknown().optional(),
    guest_checkout: z.unknown().optional(),
    forgot_password: z.unknown().optional(),
    apple_login: z.unknown().optional(),
    customer_setup_wallet_earning: z.unknown().optional(),
    firebase_otp_verification_status: z.unknown().optional(),
  })
  .meta({ id: 'Config' })
export type Config = z.infer<typeof Config>

export const config = {
  get: endpoint({
    method: 'GET',
    path: '/config',
    auth: 'none',
    readOnly: 'settings, the same for everyone',
    summary: "The store's settings, including the delivery rate per kilometre.",
    responses: { 200: Config },
    recordedIn: { 200: BUILDS },
    evidence: { kind: 'documented', source: 'R1 ConfigController' },
  }),
}
