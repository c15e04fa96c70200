/**
 * Simulates the live-chat widget and its `window.Tawk_API`, without sending any data. Source T1: the names of the functions
 * and hooks.
 */
type ChatApi = {
  isEmulated?: true
  customStyle?: { zIndex?: number }
  maximize: () => void
  minimize: () => void
  toggle: () => void
  popup: () => void
  showWidget: () => void
  hideWidget: () => void
  toggleVisibility: () => void
  getStatus: () => string
  isChatMaximized: () => boolean
  isChatMinimized: () => boolean
  isChatHidden: () => boolean
  isChatOngoing: () => boolean
  setAttributes: (attributes: unknown, done?: () => void) => void
  addEvent: (name: unknown, data: unknown, done?: () => void) => void
  addTags: (tags: unknown, done?: () => void) => void
  removeTags: (tags: unknown, done?: () => void) => void
  endChat: () => void
  start: () => void
}
type ChatHooks = {
  onBeforeLoad: () => void
  onLoad: () => void
  onStatusChange: (status: string) => void
  onChatMaximized: () => void
  onChatMinimized: () => void
  onChatHidden: () => void
  onChatEnded: () => void
}

export {}

declare global {
  interface Window {
    Tawk_API?: Partial<ChatApi & ChatHooks>
  }
}

if (!window.Tawk_API?.isEmulated) showChat(window.Tawk_API ?? {})

function showChat(hooks: Partial<ChatApi & ChatHooks>): void {
  const box = document.createElement('aside')
  box.setAttribute('aria-label', 'Live chat (simulator)')
  Object.assign(box.style, {
    position: 'fixed',
    right: '16px',
    bottom: '16px',
    zIndex: String(hooks.customStyle?.zIndex ?? 1000),
    maxWidth: '260px',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'center',
    border: '1px solid #fff',
    borderRadius: '24px',
    color: '#fff',
    background: '#17213c',
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
  button.onclick = () => api.toggle()
  box.append(greeting, button)
  let hidden = false
  let maximized = false
  const draw = () => {
    box.style.display = hidden ? 'none' : 'flex'
    box.style.padding = maximized ? '12px 16px' : '0'
    greeting.textContent = maximized ? 'Live chat would open here.' : ''
    button.textContent = maximized ? 'Close chat' : 'Chat'
  }
  const calls: ChatApi = {
    isEmulated: true,
    maximize() {
      maximized = true
      draw()
      api.onChatMaximized?.()
    },
    minimize() {
      maximized = false
      draw()
      api.onChatMinimized?.()
    },
    toggle: () => (maximized ? api.minimize() : api.maximize()),
    popup: () => api.maximize(),
    showWidget() {
      hidden = false
      draw()
    },
    hideWidget() {
      hidden = true
      draw()
      api.onChatHidden?.()
    },
    toggleVisibility: () => (hidden ? api.showWidget() : api.hideWidget()),
    getStatus: () => 'offline',
    isChatMaximized: () => maximized,
    isChatMinimized: () => !maximized,
    isChatHidden: () => hidden,
    isChatOngoing: () => false,
    setAttributes: (_, done) => done?.(),
    addEvent: (_, __, done) => done?.(),
    addTags: (_, done) => done?.(),
    removeTags: (_, done) => done?.(),
    endChat: () => api.onChatEnded?.(),
    start: () => undefined,
  }
  // The page sets its hooks on the same object, before or after the widget loads.
  const api = Object.assign(hooks, calls)
  window.Tawk_API = api
  api.onBeforeLoad?.()
  draw()
  document.body.append(box)
  api.onLoad?.()
  api.onStatusChange?.('offline')
}
