import { useEffect, useRef, useState } from 'react'
import { env } from '../../config/env.ts'
import { isDataSaverOn } from '../../platform/data-saver.ts'
import { readText, writeText } from '../../platform/storage.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { useDataSaver } from '../../ui/media/use-data-saver.ts'

/** What the widget's loader reads before it runs, and fills. */
type ChatWindow = { Tawk_API?: { onLoad?: () => void; maximize?: () => void }; Tawk_LoadStart?: Date }

/** Set in the session once the chat has been opened. */
const OPENED = 'chatOpened'

const words = { ready: 'Live chat', loading: 'Opening chat...', failed: 'Chat did not load. Try again' }

/**
 * The live chat, on every page. Its third-party loader is fetched when the shopper opens the chat and not before; the widget
 * opens as soon as it is ready and stays, after a reload of the same session too: it is then loaded by
 * itself, closed. A build without a loader has no chat, and neither has a shopper with the data saver on.
 */
export function LiveChat({ loader = env.chatScript }: { loader?: string }) {
  const [stage, setStage] = useState<'ready' | 'loading' | 'there' | 'failed'>('ready')
  const asked = useRef(false)
  const saves = useDataSaver()

  const load = async (open: boolean) => {
    if (asked.current) return
    asked.current = true
    setStage('loading')
    const page = window as ChatWindow
    const widget = page.Tawk_API ?? {}
    if (open) widget.onLoad = () => widget.maximize?.()
    page.Tawk_API = widget
    page.Tawk_LoadStart = new Date()
    const { loadVendorScript } = await import('../../platform/vendor-script.ts')
    if (await loadVendorScript(loader)) {
      setStage('there')
      // Its button takes a corner of the screen; CSS moves whatever else is there.
      document.documentElement.dataset.chat = ''
      writeText(OPENED, '1', 'session')
    } else {
      asked.current = false
      setStage('failed')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page loads; a later change of load must not load the chat again.
  useEffect(() => {
    if (loader === '' || isDataSaverOn()) return
    // The first look into a session's storage keeps the page waiting, and the chat is in no hurry.
    return whenIdle(() => {
      if (readText(OPENED, 'session') !== null) load(false)
    })
  }, [])

  if (loader === '' || saves || stage === 'there') return null
  return (
    <button
      type="button"
      data-boot="chat"
      className={`btn btn-secondary live-chat on-dark live-chat-${stage}`}
      onClick={() => load(true)}
    >
      <Icon name="chat" />
      <span>{words[stage]}</span>
    </button>
  )
}
