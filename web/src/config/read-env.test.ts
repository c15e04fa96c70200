import { describe, expect, test } from 'vitest'
import { readEnv } from './read-env.ts'

describe('readEnv', () => {
  test("has defaults that use the page's origin", () => {
    expect(readEnv({}, false)).toMatchObject({ apiHost: '', paymentScript: '/v3.js', checkResponses: false })
  })

  test('removes the trailing slash of a host', () => {
    expect(readEnv({ VITE_API_HOST: 'https://api.example.com/' }, false).apiHost).toBe(
      'https://api.example.com',
    )
  })

  test.each([
    [{}, 'Flutterwave'],
    [{ VITE_PAYMENT_METHOD: 'airtel_money' }, 'Airtel money'],
  ])('names the payment method of %j as shoppers read it', (values, name) => {
    expect(readEnv(values, false).paymentProvider).toBe(name)
  })

  test('disables the live chat for "off"', () => {
    expect(readEnv({}, false).chatScript).toBe('/__emulator/chat/emulator/shop')
    expect(readEnv({ VITE_CHAT_SCRIPT: 'off' }, false).chatScript).toBe('')
  })

  test('sends no address for pickup and no payment reference by default', () => {
    expect(readEnv({}, false)).toMatchObject({ pickupAddressId: null, sendPaymentReference: false })
    expect(readEnv({ VITE_PICKUP_ADDRESS_ID: '17', VITE_SEND_PAYMENT_REFERENCE: 'on' }, false)).toMatchObject(
      { pickupAddressId: 17, sendPaymentReference: true },
    )
  })

  test("sends the payment reference by default with a known payment vendor's script", () => {
    const live = { VITE_PAYMENT_SCRIPT: 'https://checkout.flutterwave.com/v3.js' }
    expect(readEnv(live, false).sendPaymentReference).toBe(true)
    expect(readEnv({ ...live, VITE_SEND_PAYMENT_REFERENCE: 'off' }, false).sendPaymentReference).toBe(false)
    expect(readEnv({ VITE_PAYMENT_SCRIPT: 'https://pay.example/v3.js' }, false).sendPaymentReference).toBe(
      false,
    )
  })

  test('publishes the API page by default only if the origin of the shop serves the API', () => {
    const other = { VITE_API_HOST: 'https://api.example' }
    expect(readEnv({}, false).apiPage).toBe(true)
    expect(readEnv({ VITE_API_PAGE: 'off' }, false).apiPage).toBe(false)
    expect(readEnv(other, false).apiPage).toBe(false)
    expect(readEnv({ ...other, VITE_API_PAGE: 'on' }, false).apiPage).toBe(true)
  })

  test.each(['FLWSECK-0123456789abcdef-X', 'FLWPUBK-…-X', 'FLWPUBK_TEST', 'pk_live_1'])(
    "rejects the payment key %s with a known payment vendor's script, without showing it",
    (key) => {
      const values = { VITE_PAYMENT_SCRIPT: '//checkout.flutterwave.com/v3.js', VITE_PAYMENT_PUBLIC_KEY: key }
      expect(() => readEnv(values, false)).toThrow(/^VITE_PAYMENT_PUBLIC_KEY must be a public key like \S+$/)
      expect(readEnv({ VITE_PAYMENT_PUBLIC_KEY: key }, false).paymentPublicKey).toBe(key)
    },
  )

  test.each([
    [{ VITE_API_HOST: 'api.example.com' }, /VITE_API_HOST must be an origin/],
    [{ VITE_API_HOTS: 'https://api.example.com' }, /VITE_API_HOTS is not a setting of the shop/],
    [{ VITE_API_HOST: 'https://api.example.com/api/v1' }, /VITE_API_HOST must be an origin/],
    [
      { VITE_PICKUP_ADDRESS_ID: '-1' },
      /VITE_PICKUP_ADDRESS_ID must be a positive whole number, found "-1"\./,
    ],
    [{ VITE_PICKUP_ADDRESS_ID: 'shop' }, /VITE_PICKUP_ADDRESS_ID must be a positive whole number/],
    [{ VITE_SEND_PAYMENT_REFERENCE: 'true' }, /VITE_SEND_PAYMENT_REFERENCE must be on or off/],
    [{ VITE_SEND_DELIVERY_NOTE: 'yes' }, /VITE_SEND_DELIVERY_NOTE must be on or off, found "yes"\./],
  ])('rejects %j with one message', (values, message) => {
    expect(() => readEnv(values, false)).toThrow(message)
  })
})
