/**
 * Simulates the live-chat widget without sending any data. Source T1: the names of the functions and the hook. Of the
 * widget's API, it implements only what the shop uses, and the counterparts of `maximize`.
 */
type ChatApi = {
  isEmulated: true
  maximize: () => void
  minimize: () => void
  toggle: () => void
}
/** The page sets its hook on the same object before the widget loads. */
type ChatHooks = { onLoad?: () => void }

export {}

declare global {
  interface Window {
    Tawk_API?: Partial<ChatApi> & ChatHooks
  }
}

if (!window.Tawk_API?.isEmulated) showChat(window.Tawk_API ?? {})

function showChat(hooks: ChatHooks): void {
  const box = document.createElement('aside')
  box.setAttribute('aria-label', 'Live chat (simulator)')
  Object.assign(box.style, {
    position: 'fixed',
    right: '16px',
    bottom: '16px',
    zIndex: '1000',
    display: 'flex',
    maxWidth: '260px',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'center',
    border: '1px solid #fff',
    borderRadius: '24px',
    color: '#fff',
    // A colour of the shop, in whose page the script runs.
    background: 'var(--ink, #222)',
    font: '15px/1.4 system-ui, sans-serif',
  })
  const greeting = document.createElement('span')
  const button = document.createElement('button')
  button.type = 'button'
  Object.assign(button.style, {
    minHeight: '44px',
    padding: '0 16px',
    border: 'none',
    color: 'inherit',
    background: 'none',
    font: 'inherit',
  })
  box.append(greeting, button)
  let isMaximized = false
  const draw = (open: boolean) => {
    isMaximized = open
    box.style.padding = isMaximized ? '12px 16px' : '0'
    greeting.textContent = isMaximized ? 'Live chat would open here.' : ''
    button.textContent = isMaximized ? 'Close chat' : 'Chat'
  }
  const api: ChatApi & ChatHooks = Object.assign(hooks, {
    isEmulated: true as const,
    maximize: () => draw(true),
    minimize: () => draw(false),
    toggle: () => draw(!isMaximized),
  })
  window.Tawk_API = api
  button.onclick = api.toggle
  draw(false)
  document.body.append(box)
  api.onLoad?.()
}
