/** A payment request from the shop. */
export const request = {
  public_key: 'FLWPUBK_TEST-kitabo-X',
  tx_ref: 'kitabo-test-1',
  amount: 31_300,
  currency: 'UGX',
  payment_options: 'card, mobilemoney, ussd',
  customer: { email: 'amina@kitabo.example', phone_number: '0700000001', name: 'Amina' },
}
