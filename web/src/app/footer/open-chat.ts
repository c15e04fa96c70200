import { writeStored } from '../../platform/storage.ts'
import { loadVendorScript } from '../../platform/vendor-script.ts'

/** The widget's global object, read and filled by its loader. */
type ChatWindow = { Tawk_API?: { onLoad?: () => void; maximize?: () => void }; Tawk_LoadStart?: Date }

/**
 * Loads the chat's widget.
 * @param shouldOpen whether the widget opens when it is ready
 * @returns whether it has loaded
 */
export async function openChat(loader: string, shouldOpen: boolean): Promise<boolean> {
  const page = window as ChatWindow
  const widget = page.Tawk_API ?? {}
  if (shouldOpen) widget.onLoad = () => widget.maximize?.()
  page.Tawk_API = widget
  page.Tawk_LoadStart = new Date()
  if (!(await loadVendorScript(loader))) return false
  // Its button covers a corner of the screen; CSS moves other elements out of its way.
  document.documentElement.dataset.chat = ''
  writeStored('chatOpened', '1', 'session')
  return true
}
