import { describe, expect, test, vi } from 'vitest'
import { readEnv } from './read-env.ts'

describe('the settings of a build', () => {
  test("have defaults that work on the page's own origin", () => {
    expect(readEnv({}, false)).toMatchObject({ apiHost: '', paymentScript: '/v3.js', checkAnswers: false })
  })

  test('take a host without its trailing slash', () => {
    expect(readEnv({ VITE_API_HOST: 'https://api.example.com/' }, false).apiHost).toBe(
      'https://api.example.com',
    )
  })

  test('leave the live chat out where it is off', () => {
    expect(readEnv({}, false).chatScript).toBe('/__emulator/chat/kitabo/shop')
    expect(readEnv({ VITE_CHAT_SCRIPT: 'off' }, false).chatScript).toBe('')
  })

  test('send the null address of a pickup and no payment reference unless a build says so', () => {
    expect(readEnv({}, false)).toMatchObject({ pickupAddressId: null, sendPaymentReference: false })
    expect(readEnv({ VITE_PICKUP_ADDRESS_ID: '17', VITE_SEND_PAYMENT_REFERENCE: 'on' }, false)).toMatchObject(
      { pickupAddressId: 17, sendPaymentReference: true },
    )
  })

  test('of a feature that is part of every build now are accepted, with a message', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    expect(readEnv({ VITE_BUY_BAR: 'off' }, false)).toEqual(readEnv({}, false))
    expect(warn).toHaveBeenCalledWith('VITE_BUY_BAR is always on now.')
  })

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
  ])('refuse %j in one sentence', (values, sentence) => {
    expect(() => readEnv(values, false)).toThrow(sentence)
  })
})
