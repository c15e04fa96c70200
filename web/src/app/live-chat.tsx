import { useState } from 'react'
import { env } from '../config/env.ts'
import { Icon } from '../ui/icon.tsx'

/** What the widget's loader reads before it runs, and fills. */
type ChatWindow = { Tawk_API?: { onLoad?: () => void; maximize?: () => void }; Tawk_LoadStart?: Date }

const words = { ready: 'Live chat', loading: 'Opening chat...', failed: 'Chat is away. Try again' }

/**
 * The live chat, on every page. Its third-party loader comes when somebody wants to chat and not before; the widget
 * opens as soon as it stands, and is its own from then on. A build without a loader has no chat.
 */
export function LiveChat({ loader = env.chatScript }: { loader?: string }) {
  const [stage, setStage] = useState<'ready' | 'loading' | 'there' | 'failed'>('ready')
  if (loader === '' || stage === 'there') return null

  const load = () => {
    if (stage === 'loading') return
    setStage('loading')
    const page = window as ChatWindow
    const widget = page.Tawk_API ?? {}
    widget.onLoad = () => widget.maximize?.()
    page.Tawk_API = widget
    page.Tawk_LoadStart = new Date()
    const script = document.createElement('script')
    script.src = loader
    script.async = true
    script.onload = () => setStage('there')
    script.onerror = () => {
      script.remove()
      setStage('failed')
    }
    document.body.append(script)
  }
  return (
    <button type="button" className={`btn btn-secondary live-chat on-dark live-chat-${stage}`} onClick={load}>
      <Icon name="chat" />
      <span>{words[stage]}</span>
    </button>
  )
}
