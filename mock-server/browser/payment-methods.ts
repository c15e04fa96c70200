import type { PaymentRequest } from 'contracts/payments'
import { make } from './dom.ts'

export type MethodForm = {
  option: 'card' | 'mobilemoney' | 'ussd'
  label: string
  draw: (request: PaymentRequest) => HTMLElement[]
}

export const METHODS: readonly MethodForm[] = [
  { option: 'card', label: 'Card', draw: drawCard },
  { option: 'mobilemoney', label: 'Mobile money', draw: drawMobileMoney },
  { option: 'ussd', label: 'USSD', draw: drawUssd },
]

function field(label: string, name: string, attributes: Record<string, string>): HTMLElement {
  return make('label', {}, label, make('input', { name, required: '', ...attributes }))
}

function drawCard(): HTMLElement[] {
  const number = {
    inputmode: 'numeric',
    autocomplete: 'cc-number',
    placeholder: '5531 8866 5214 2950',
  }
  const expiry = { inputmode: 'numeric', autocomplete: 'cc-exp', placeholder: '09/32' }
  const cvv = { inputmode: 'numeric', autocomplete: 'cc-csc', placeholder: '564' }
  return [
    field('Card number', 'number', number),
    make('div', { class: 'pair' }, field('Expiry (MM/YY)', 'expiry', expiry), field('CVV', 'cvv', cvv)),
  ]
}

function drawMobileMoney({ customer }: PaymentRequest): HTMLElement[] {
  const phone = field('Phone number', 'phone', {
    type: 'tel',
    autocomplete: 'tel',
    placeholder: '0772 123456',
    value: customer.phone_number ?? '',
  })
  const networks = [
    ['MTN', 'MTN Mobile Money'],
    ['AIRTEL', 'Airtel Money'],
  ] as const
  const options = networks.map(([value, text]) => make('option', { value }, text))
  return [make('label', {}, 'Network', make('select', { name: 'network' }, ...options)), phone]
}

function drawUssd(): HTMLElement[] {
  return [make('p', {}, 'Dial *165*3# on your phone, approve the payment, then tap the button.')]
}

/** Creates the field for the one-time code. @param amount with its currency */
export function drawCode(amount: string): HTMLElement[] {
  return [
    make('p', {}, `We sent a code to approve ${amount}.`),
    field('One-time code', 'otp', {
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      placeholder: '123456',
    }),
  ]
}
