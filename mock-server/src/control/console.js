/** Shows the outbox and follows it. Everything is set as text: a message cannot bring markup along. */
const list = document.getElementById('messages')
const empty = document.getElementById('empty')
const failure = document.getElementById('failure')
const health = document.getElementById('health')
let shown = ''

function element(name, className, text) {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

function messageItem(message) {
  const item = document.createElement('li')
  const at = new Date(message.created_at).toLocaleTimeString()
  item.append(element('strong', '', `${message.subject} to ${message.recipient}`))
  if (message.code) {
    const button = element('button', 'code', message.code)
    button.type = 'button'
    button.title = 'Copy the code'
    button.addEventListener('click', () => void navigator.clipboard?.writeText(message.code))
    item.append(button)
  }
  item.append(element('span', 'muted', `${message.channel} at ${at}: ${message.body}`))
  return item
}

async function read(path) {
  const response = await fetch(path, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`the emulator answered ${response.status}`)
  return response.json()
}

async function refresh() {
  try {
    const [{ messages }, state] = await Promise.all([read('/__emulator/outbox'), read('/__emulator/status')])
    health.textContent = `${state.products} products, ${state.world.orders} orders. Demo account: ${state.demo_account}`
    failure.hidden = true
    const next = JSON.stringify(messages)
    if (next === shown) return
    shown = next
    empty.hidden = messages.length > 0
    list.replaceChildren(...messages.map(messageItem))
  } catch (error) {
    failure.textContent = `No answer from the emulator: ${error.message}. Is it still running?`
    failure.hidden = false
  }
}

await refresh()
setInterval(refresh, 2000)
