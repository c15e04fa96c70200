/**
 * A stand-in for the live-chat loader: the same window.Tawk_API, answered by a small box of our own. Nobody reads
 * what is typed; it goes nowhere.
 */
;(() => {
  if (window.Tawk_API?.isEmulated) return
  const api = window.Tawk_API ?? {}
  window.Tawk_API = api
  const box = document.createElement('aside')
  box.setAttribute('aria-label', 'Live chat (stand-in)')
  Object.assign(box.style, {
    position: 'fixed',
    right: '16px',
    bottom: '16px',
    zIndex: String(api.customStyle?.zIndex ?? 1000),
    maxWidth: '260px',
    flexWrap: 'wrap',
    gap: '8px',
    alignItems: 'center',
    padding: '12px 16px',
    borderRadius: '8px',
    color: '#fff',
    background: '#17213c',
    font: '15px/1.4 system-ui, sans-serif',
  })
  const words = document.createElement('span')
  const button = document.createElement('button')
  button.type = 'button'
  Object.assign(button.style, {
    minHeight: '44px',
    padding: '0 12px',
    border: '1px solid',
    borderRadius: '6px',
    color: 'inherit',
    background: 'none',
    font: 'inherit',
  })
  button.onclick = () => api.toggle()
  box.append(words, button)
  let hidden = false
  let maximized = false
  const draw = () => {
    box.style.display = hidden ? 'none' : 'flex'
    words.textContent = maximized ? 'Live chat would open here.' : ''
    button.textContent = maximized ? 'Close chat' : 'Chat'
  }
  Object.assign(api, {
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
  })
  api.onBeforeLoad?.()
  draw()
  document.body.append(box)
  api.onLoad?.()
  api.onStatusChange?.('offline')
})()
