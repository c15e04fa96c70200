import { useEffect, useRef, useState } from 'react'
import { env } from '../../config/env.ts'
import { isDataSaverOn, useIsDataSaverOn } from '../../platform/data-saver.ts'
import { readStored } from '../../platform/storage.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { lazyModule } from '../../ui/loading/lazy-module.ts'
import { Icon } from '../../ui/media/icon.tsx'

const chat = lazyModule(() => import('./open-chat.ts'))

const LABELS = { ready: 'Live chat', loading: 'Opening chat...', failed: "Chat didn't load. Try again" }

/**
 * The live chat on every page. Its third-party loader is requested when the shopper opens the chat. The widget opens
 * when it is ready. After a reload in the same session, it loads automatically and stays closed. Without a loader, or
 * with the data saver on, there is no chat.
 */
export function LiveChat({ loader = env.chatScript }: { loader?: string }) {
  const [stage, setStage] = useState<'ready' | 'loading' | 'there' | 'failed'>('ready')
  const requested = useRef(false)
  const isSavingData = useIsDataSaverOn()

  const load = async (open: boolean) => {
    if (requested.current) return
    requested.current = true
    setStage('loading')
    if (await (await chat.load())?.openChat(loader, open)) setStage('there')
    else {
      requested.current = false
      setStage('failed')
    }
  }

  // Runs once, when the page loads. A later change of load must not load the chat again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (loader === '' || isDataSaverOn()) return
    // Deferred, because the first access to sessionStorage blocks the page.
    return whenIdle(() => {
      if (readStored('chatOpened', 'session') !== null) load(false)
    })
  }, [])

  if (loader === '' || isSavingData || stage === 'there') return null
  return (
    <button
      type="button"
      className={`btn btn-secondary live-chat live-chat-${stage}`}
      onClick={() => load(true)}
    >
      <Icon name="chat" />
      <span>{LABELS[stage]}</span>
    </button>
  )
}
