/**
 * The payment page. In a frame it learns what to charge from the page around it and tells it the result; by itself,
 * as the hosted page, it reads the request from its address and sends the payer back. What comes of an input, the
 * emulator decides. Texts are set as text, never as markup.
 */
const byId = (id) => document.getElementById(id)
const METHODS = [
  { option: 'card', label: 'Card', draw: drawCard },
  { option: 'mobilemoney', label: 'Mobile money', draw: drawMobileMoney },
  { option: 'ussd', label: 'USSD', draw: drawUssd },
]

let request = null
let method = null
/** Set while a code is asked for: the charge that waits for it. */
let waiting = null
let finished = false
let busy = false
/** The hosted page stands by itself, under the reference of a payment. */
const hosted = window.parent === window ? /\/checkout\/(.+)$/.exec(window.location.pathname)?.[1] : null

/** In a frame: the origin of the page that opened it, as the checkout script says. No other page is heard or answered. */
const opener = window.parent === window ? null : new URLSearchParams(window.location.search).get('opener')

const money = () => `${request.currency} ${Number(request.amount).toLocaleString('en-US')}`

function tell(message) {
  if (hosted) return sendBack(message)
  if (opener) window.parent.postMessage(message, opener)
}

/** witness: the hosted page's way back: status, tx_ref and, unless cancelled, the transaction's id. */
function sendBack({ type, result, incomplete }) {
  if (type === 'result') finished = result
  if (type !== 'close' || !request?.redirect_url) return
  const target = new URL(request.redirect_url, window.location.href)
  if (!['http:', 'https:'].includes(target.protocol)) return
  const back = incomplete
    ? { status: 'cancelled', tx_ref: request.tx_ref }
    : { status: finished.status, tx_ref: finished.tx_ref, transaction_id: finished.transaction_id }
  for (const [name, value] of Object.entries(back)) target.searchParams.set(name, value)
  window.location.assign(target)
}

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

function field(label, name, attributes = {}) {
  return make('label', {}, label, make('input', { name, required: '', ...attributes }))
}

function drawCard() {
  return [
    field('Card number', 'number', {
      inputmode: 'numeric',
      autocomplete: 'cc-number',
      placeholder: '5531 8866 5214 2950',
    }),
    make(
      'div',
      { class: 'pair' },
      field('Expiry (MM/YY)', 'expiry', {
        inputmode: 'numeric',
        autocomplete: 'cc-exp',
        placeholder: '09/32',
      }),
      field('CVV', 'cvv', { inputmode: 'numeric', autocomplete: 'cc-csc', placeholder: '564' }),
    ),
  ]
}

function drawMobileMoney() {
  const phone = field('Phone number', 'phone', {
    type: 'tel',
    autocomplete: 'tel',
    placeholder: '0772 123456',
  })
  phone.querySelector('input').value = request.customer.phone_number ?? ''
  const networks = [
    ['MTN', 'MTN Mobile Money'],
    ['AIRTEL', 'Airtel Money'],
  ].map(([value, text]) => make('option', { value }, text))
  return [make('label', {}, 'Network', make('select', { name: 'network' }, ...networks)), phone]
}

function drawUssd() {
  return [make('p', {}, 'Dial *165*3# on your phone, approve the payment, then press the button.')]
}

function drawCode() {
  return [
    make('p', {}, `We sent a code to approve ${money()}.`),
    field('One-time code', 'otp', {
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      placeholder: '123456',
    }),
  ]
}

function choose(next, focus = false) {
  method = next
  waiting = null
  for (const tab of byId('methods').children) {
    const selected = tab.dataset.option === method.option
    tab.setAttribute('aria-selected', String(selected))
    tab.tabIndex = selected ? 0 : -1
    if (selected && focus) tab.focus()
  }
  show(method.draw(), `Pay ${money()}`)
}

function show(fields, button) {
  byId('fields').replaceChildren(...fields)
  byId('pay').textContent = button
  problem(null)
}

function problem(text) {
  byId('problem').textContent = text ?? ''
  byId('problem').hidden = text === null
}

function start(options) {
  const wanted = METHODS.filter(({ option }) => options.some((each) => each.startsWith(option)))
  const offered = wanted.length > 0 ? wanted : METHODS
  byId('methods').replaceChildren(
    ...offered.map((each) => {
      const tab = make('button', { type: 'button', role: 'tab', 'data-option': each.option }, each.label)
      tab.addEventListener('click', () => choose(each))
      return tab
    }),
  )
  byId('methods').addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    choose(offered.at((offered.indexOf(method) + step) % offered.length), true)
  })
  byId('title').textContent = request.customizations?.title || 'Payment'
  byId('payer').textContent = request.customer.email
  byId('amount').textContent = money()
  choose(offered[0])
  byId('fields').querySelector('input')?.focus()
}

async function pay() {
  const input = Object.fromEntries(new FormData(byId('form')))
  const empty = [...byId('fields').querySelectorAll('input')].find((each) => each.value.trim() === '')
  if (empty) {
    problem(`${empty.parentElement.firstChild.textContent} is missing.`)
    empty.focus()
    return
  }
  busy = true
  byId('pay').setAttribute('aria-disabled', 'true')
  try {
    const response = await fetch('/__emulator/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ request, method: method.option, input: { ...waiting, ...input } }),
    })
    if (!response.ok) throw new Error(String(response.status))
    settle(await response.json(), input)
  } catch {
    problem('The payment service did not answer. Nothing was charged; try again.')
  } finally {
    busy = false
    byId('pay').removeAttribute('aria-disabled')
  }
}

function settle(answer, input) {
  switch (answer.next) {
    case 'code':
      // A wrong code is typed again; what was typed before it stays.
      waiting ??= input
      show(drawCode(), 'Approve')
      problem(answer.message ?? null)
      byId('fields').querySelector('input').focus()
      return
    case 'retry':
      // As on the real window: a failed attempt stays open for another one.
      if (waiting) fillAgain()
      problem(answer.message)
      return
    case 'close':
      tell({ type: 'close', incomplete: true })
      return
    case 'wait':
      waitFor(answer)
      return
    default:
      finish(answer)
      if (answer.times === 2) setTimeout(() => tell({ type: 'result', result: answer.result }), 300)
  }
}

/** The form as it was before the code was asked for. */
function fillAgain() {
  const typed = waiting
  choose(method)
  for (const input of byId('fields').querySelectorAll('input, select')) input.value = typed[input.name] ?? ''
}

function finish({ message, result }) {
  finished = true
  byId('methods').hidden = true
  byId('form').hidden = true
  byId('done').hidden = false
  byId('outcome').textContent = message
  byId('later').hidden = true
  byId('finish').hidden = false
  byId('finish').focus()
  tell({ type: 'result', result })
}

/** A prompt on the payer's phone that is not answered yet. */
async function waitFor({ id, result }) {
  byId('methods').hidden = true
  byId('form').hidden = true
  byId('done').hidden = false
  byId('finish').hidden = true
  byId('outcome').textContent = 'Approve the prompt on your phone. Waiting for it ...'
  byId('later').hidden = false
  byId('later').onclick = () => {
    tell({ type: 'result', result })
    tell({ type: 'close', incomplete: true })
  }
  byId('later').focus()
  while (!finished) {
    await new Promise((again) => setTimeout(again, 500))
    const response = await fetch(`/__emulator/payments/${id}`)
    if (!response.ok) continue
    const state = await response.json()
    if (state.status === 'successful') finish(state)
  }
}

function close() {
  tell({ type: 'close', incomplete: !finished })
  if (hosted && !request?.redirect_url) byId('outcome').textContent = 'You can close this page.'
}

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  if (!busy) void pay()
})
byId('close').addEventListener('click', close)
byId('finish').addEventListener('click', close)
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close()
})
window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.origin !== opener) return
  if (event.data?.type !== 'request' || request) return
  request = event.data.request
  void openFor(request.tx_ref)
})

/** A prompt that was answered after an earlier window had gone: then nothing is asked for and the page is told. */
async function openFor(reference) {
  const response = await fetch(`/__emulator/payments/by-reference/${encodeURIComponent(reference)}`).catch(
    () => null,
  )
  const paid = response?.ok ? await response.json() : null
  if (paid?.status === 'successful') return finish(paid)
  start(String(request.payment_options ?? '').split(/[\s,]+/))
}

if (hosted) {
  const response = await fetch(`/__emulator/payments/hosted/${hosted}`)
  const body = await response.json()
  if (response.ok && !body.paid) {
    request = body.request
    start(String(request.payment_options).split(/[\s,]+/))
  } else {
    byId('form').hidden = true
    byId('done').hidden = false
    byId('later').hidden = true
    byId('outcome').textContent = response.ok
      ? 'This is paid already. Thank you.'
      : 'There is nothing to pay here.'
  }
}
const { scripts } = await (await fetch('/__emulator/payments/scripts')).json()
byId('scripts').replaceChildren(
  ...scripts.map(({ input, outcome }) => make('tr', {}, make('td', {}, input), make('td', {}, outcome))),
)
tell({ type: 'ready' })
