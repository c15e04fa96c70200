/**
 * The page in the payment frame. It learns what to charge from the page around it, asks the emulator what comes
 * of the input, and tells the page around it the result. Texts are set as text, never as markup.
 */
const byId = (id) => document.getElementById(id)
const METHODS = [
  { option: 'card', label: 'Card', draw: drawCard },
  { option: 'mobilemoney', label: 'Mobile money', draw: drawMobileMoney },
  { option: 'ussd', label: 'USSD', draw: drawUssd },
]

let request = null
let parentOrigin = null
let method = null
/** Set while a code is asked for: the charge that waits for it. */
let waiting = null
let finished = false
let busy = false

const money = () => `${request.currency} ${Number(request.amount).toLocaleString('en-US')}`

function tell(message) {
  window.parent.postMessage(message, parentOrigin ?? '*')
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
  if (answer.next === 'code') {
    waiting = input
    show(drawCode(), 'Approve')
    byId('fields').querySelector('input').focus()
    return
  }
  if (answer.next === 'retry') {
    // As on the real modal: a failed attempt stays open for another one.
    if (waiting) choose(method)
    problem(answer.message)
    return
  }
  finished = true
  byId('methods').hidden = true
  byId('form').hidden = true
  byId('done').hidden = false
  byId('outcome').textContent = answer.message
  byId('finish').focus()
  tell({ type: 'result', result: answer.result })
}

function close() {
  tell({ type: 'close', incomplete: !finished })
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
  if (event.source !== window.parent || event.data?.type !== 'request' || request) return
  parentOrigin = event.origin
  request = event.data.request
  start(String(request.payment_options ?? '').split(/[\s,]+/))
})

const { scripts } = await (await fetch('/__emulator/payments/scripts')).json()
byId('scripts').replaceChildren(
  ...scripts.map(({ input, outcome }) => make('tr', {}, make('td', {}, input), make('td', {}, outcome))),
)
tell({ type: 'ready' })
