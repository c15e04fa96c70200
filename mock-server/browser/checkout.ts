// The payment page. In a frame, it receives the request from the page that opened it and sends the result back. As the
// hosted page, it loads the request by the reference in its URL and redirects the payer afterwards. The emulator
// determines the outcome from the input.
import type { PaymentRequest, PaymentResult } from 'contracts/payments'
import type { ChargeResponse, PaidPayment, PendingPayment } from '../src/payments/charge-response.ts'
import { redirect, redirectWithResult } from './redirect.ts'

/** Messages from the payment page to the page that opened it. */
export type CheckoutMessage =
  | { type: 'ready' }
  | { type: 'result'; result: PaymentResult }
  | { type: 'close'; incomplete: boolean }

/** The state of a payment. It omits the customer, whom the page already knows. */
type PaymentState = { status: string; message: string; result: Omit<PaymentResult, 'customer'> }

/** Whether a reference can be opened: `refused` if it was used before. */
type ReferenceState =
  | { status: 'open' }
  | { status: 'refused'; message: string }
  | (PaymentState & { status: 'successful' })

type HostedPayment = { request: PaymentRequest; paid: boolean }

/** The payment methods, in the order of their tabs. The page has a template with the fields of each. */
const CHARGE_METHODS = [
  { option: 'card', label: 'Card' },
  { option: 'mobilemoney', label: 'Mobile money' },
  { option: 'ussd', label: 'USSD' },
] as const
type ChargeMethod = (typeof CHARGE_METHODS)[number]

type Input = Record<string, string>
type Payment = { request: PaymentRequest; method: ChargeMethod }

const POLL_INTERVAL_MS = 500
/** Delay before the second callback, in milliseconds. */
const SECOND_RESULT_MS = 300

let payment: Payment | null = null
/** The input for a charge that requires a one-time code. */
let inputAwaitingCode: Input | null = null
let paidPayment: PaidPayment | null = null
let isBusy = false
/** The payment reference on the hosted page; undefined if this page is in a frame. */
const hostedReference =
  window.parent === window ? /\/checkout\/(.+)$/.exec(window.location.pathname)?.[1] : undefined
/** In a frame, the origin of the page that opened it. Messages are exchanged with this origin only. */
const openerOrigin =
  window.parent === window ? null : new URLSearchParams(window.location.search).get('opener')

const money = ({ currency, amount }: PaymentRequest) =>
  `${currency} ${Number(amount).toLocaleString('en-US')}`

function send(message: CheckoutMessage): void {
  if (hostedReference === undefined) {
    if (openerOrigin) window.parent.postMessage(message, openerOrigin)
  } else if (message.type === 'close') redirectBack(message.incomplete)
}

/** Redirects from the hosted page. Source F2: with status, tx_ref and, unless cancelled, the transaction id. */
function redirectBack(incomplete: boolean): void {
  if (!payment?.request.redirect_url) return
  const { redirect_url, tx_ref } = payment.request
  if (incomplete || !paidPayment) redirect(redirect_url, { status: 'cancelled', tx_ref })
  else redirectWithResult(redirect_url, paidPayment.result)
}

function selectMethod(current: Payment, next: ChargeMethod, focus = false): void {
  current.method = next
  inputAwaitingCode = null
  for (const tab of byId('methods').children as HTMLCollectionOf<HTMLElement>) {
    const isSelected = tab.dataset.option === next.option
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
    if (isSelected && focus) tab.focus()
  }
  show(next.option, `Pay ${money(current.request)}`)
  const phone = fieldInputs().find(({ name }) => name === 'phone')
  if (phone) phone.value = current.request.customer.phone_number ?? ''
}

function showPayment(request: PaymentRequest): void {
  const options = String(request.payment_options ?? '').split(/[\s,]+/)
  const wanted = CHARGE_METHODS.filter(({ option }) => options.some((each) => each.startsWith(option)))
  const offered = wanted.length > 0 ? wanted : CHARGE_METHODS
  const current: Payment = { request, method: offered[0] as ChargeMethod }
  payment = current
  byId('methods').replaceChildren(
    ...offered.map((each) => {
      const tab = make('button', { type: 'button', role: 'tab', 'data-option': each.option }, each.label)
      tab.addEventListener('click', () => selectMethod(current, each))
      return tab
    }),
  )
  byId('methods').addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const next = offered.at((offered.indexOf(current.method) + step) % offered.length)
    if (step !== 0 && next) selectMethod(current, next, true)
  })
  byId('title').textContent = request.customizations?.title || 'Payment'
  byId('payer').textContent = request.customer.email
  byId('amount').textContent = money(request)
  selectMethod(current, current.method)
  fieldInputs()[0]?.focus()
}

async function pay(current: Payment): Promise<void> {
  const input = Object.fromEntries(new FormData(byId('form') as HTMLFormElement)) as Input
  const empty = fieldInputs().find((each) => each.value.trim() === '')
  if (empty) {
    showProblem(`${empty.parentElement?.firstChild?.textContent} is missing.`)
    empty.focus()
    return
  }
  isBusy = true
  byId('pay').setAttribute('aria-disabled', 'true')
  const charged = await charge(current, { ...inputAwaitingCode, ...input }).catch(() => null)
  isBusy = false
  byId('pay').removeAttribute('aria-disabled')
  if (charged === null)
    showProblem('The payment service did not respond. Try again: nothing is charged twice.')
  else if ('refusal' in charged) showProblem(charged.refusal)
  else handleChargeResponse(current, charged, input)
}

/** @throws if the emulator does not respond */
async function charge(
  { request, method }: Payment,
  input: Input,
): Promise<ChargeResponse | { refusal: string }> {
  const response = await fetch('/__emulator/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ request, method: method.option, input }),
  })
  return response.ok ? ((await response.json()) as ChargeResponse) : { refusal: await refusalOf(response) }
}

/** Returns the message of a refusal. The emulator puts its own messages in double parentheses. */
async function refusalOf(response: Response): Promise<string> {
  const { message } = (await response.json()) as { message: string }
  return message.replace(/^\(\((.*)\)\)$/, '$1')
}

function handleChargeResponse(current: Payment, response: ChargeResponse, input: Input): void {
  switch (response.next) {
    case 'code':
      // Keeps the first input, because only the code is typed again after a wrong one.
      inputAwaitingCode ??= input
      show('code', 'Approve')
      byId('asked').textContent = money(current.request)
      showProblem(response.message ?? null)
      fieldInputs()[0]?.focus()
      return
    case 'retry':
      // As in the vendor's window, the form stays open after a failed attempt.
      if (inputAwaitingCode) refill(current, inputAwaitingCode)
      showProblem(response.message)
      return
    case 'close':
      send({ type: 'close', incomplete: true })
      return
    case 'wait':
      void waitFor(response)
      return
    default:
      showPaid(response)
      if (response.callbackCount === 2)
        setTimeout(() => send({ type: 'result', result: response.result }), SECOND_RESULT_MS)
  }
}

/** Restores the form with the input that was typed before the code. */
function refill(current: Payment, typed: Input): void {
  selectMethod(current, current.method)
  const fields = byId('fields').querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
  for (const each of fields) each.value = typed[each.name] ?? ''
}

function showPaid(paid: PaidPayment): void {
  paidPayment = paid
  showOutcome(paid.message)
  byId('later').hidden = true
  byId('finish').hidden = false
  byId('finish').focus()
  send({ type: 'result', result: paid.result })
}

/** Waits for the payer to approve the prompt on their phone. */
async function waitFor({ id, result }: PendingPayment): Promise<void> {
  showOutcome('Approve the prompt on your phone. Waiting for it…')
  byId('finish').hidden = true
  byId('later').hidden = false
  byId('later').onclick = () => {
    send({ type: 'result', result })
    send({ type: 'close', incomplete: true })
  }
  byId('later').focus()
  while (!paidPayment) {
    await new Promise((again) => setTimeout(again, POLL_INTERVAL_MS))
    const response = await fetch(`/__emulator/payments/${id}`).catch(() => null)
    if (!response?.ok) continue
    const state = (await response.json()) as PaymentState
    if (state.status === 'successful') showPaid(paidBy(result, state))
    if (state.status === 'failed') {
      byId('later').hidden = true
      byId('close').focus()
      return showOutcome('This payment has failed. Close this window, and start again.')
    }
  }
}

const paidBy = (
  { customer }: Pick<PaymentRequest, 'customer'>,
  { message, result }: Pick<PaymentState, 'message' | 'result'>,
) => ({
  message,
  result: { ...result, customer },
})

function closeWindow(): void {
  send({ type: 'close', incomplete: !paidPayment })
  if (hostedReference !== undefined && !payment?.request.redirect_url)
    byId('outcome').textContent = 'You can close this page.'
}

/** Opens the form, unless the reference is refused or was paid after an earlier window was closed. */
async function openFor(request: PaymentRequest): Promise<void> {
  const path = `/__emulator/payments/by-reference/${encodeURIComponent(request.tx_ref)}`
  const response = await fetch(path).catch(() => null)
  const state = response?.ok ? ((await response.json()) as ReferenceState) : null
  if (state?.status === 'successful') return showPaid(paidBy(request, state))
  if (state?.status !== 'refused') return showPayment(request)
  showOutcome(state.message)
  byId('finish').hidden = true
  byId('close').focus()
}

async function openHosted(reference: string): Promise<void> {
  const path = `/__emulator/payments/hosted/${reference}${window.location.search}`
  const response = await fetch(path).catch(() => null)
  const body = response?.ok ? ((await response.json()) as HostedPayment) : null
  if (body && !body.paid) return showPayment(body.request)
  const missing = response
    ? 'There is nothing to pay here.'
    : 'This page could not be loaded. Check your connection, and reload it.'
  showOutcome(body ? 'This has already been paid. Thank you.' : missing)
  byId('later').hidden = true
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  if (!isBusy && payment) void pay(payment)
})
byId('close').addEventListener('click', closeWindow)
byId('finish').addEventListener('click', closeWindow)
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeWindow()
})
let isOpened = false
window.addEventListener(
  'message',
  (event: MessageEvent<{ type?: string; request?: PaymentRequest } | null>) => {
    if (event.source !== window.parent || event.origin !== openerOrigin) return
    if (event.data?.type !== 'request' || !event.data.request || isOpened) return
    isOpened = true
    void openFor(event.data.request)
  },
)

async function start(): Promise<void> {
  if (hostedReference !== undefined) await openHosted(hostedReference)
  send({ type: 'ready' })
  // Payments work without the table of inputs.
  const response = await fetch('/__emulator/payments/scripts').catch(() => null)
  if (!response?.ok) return
  const { scripts } = (await response.json()) as { scripts: { input: string; outcome: string }[] }
  byId('scripts').replaceChildren(
    ...scripts.map(({ input, outcome }) => make('tr', {}, make('td', {}, input), make('td', {}, outcome))),
  )
}

void start()

function fieldInputs(): HTMLInputElement[] {
  return [...byId('fields').querySelectorAll<HTMLInputElement>('input')]
}

/** Shows the fields of a template of the page. */
function show(template: ChargeMethod['option'] | 'code', button: string): void {
  byId('fields').replaceChildren((byId(template) as HTMLTemplateElement).content.cloneNode(true))
  byId('pay').textContent = button
  showProblem(null)
}

/** Shows an error message; null hides it. */
function showProblem(text: string | null): void {
  byId('problem').textContent = text ?? ''
  byId('problem').hidden = text === null
}

function showOutcome(text: string): void {
  byId('methods').hidden = true
  byId('form').hidden = true
  byId('done').hidden = false
  byId('outcome').textContent = text
}

/** Returns the element with an id. @throws Error if the page has none */
function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element #${id}.`)
  return element
}

/** Creates an element. Strings become text nodes, never markup. */
function make(
  name: string,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}
