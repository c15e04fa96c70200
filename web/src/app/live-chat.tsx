import { useState } from 'react'
import { env } from '../config/env.ts'
import { Icon } from '../ui/icon.tsx'

/**
 * The live chat, on every page. Its third-party loader comes when somebody wants to chat and not before; from then
 * on the widget is its own. Without a loader's address in the settings there is no chat.
 */
export function LiveChat({ loader = env.chatScript }: { loader?: string }) {
  const [stage, setStage] = useState<'ready' | 'loading' | 'there' | 'failed'>('ready')
  if (loader === '' || stage === 'there') return null

  const load = () => {
    if (stage === 'loading') return
    setStage('loading')
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
    <button type="button" className="btn btn-secondary live-chat on-dark" onClick={load}>
      <Icon name="chat" />
      {stage === 'loading' ? 'Opening chat...' : stage === 'failed' ? 'Chat is away. Try again' : 'Live chat'}
    </button>
  )
}
