import { onlineManager } from '@tanstack/react-query'
import { vi } from 'vitest'

// Runs before each file and before setup.ts. Files share a process, because loading React and the libraries takes
// longer than most tests. Resets the project's modules and the window.
vi.resetModules()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
window.removeListeners()
for (const element of [document.documentElement, document.body])
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()
document.title = ''
window.localStorage.clear()
window.sessionStorage.clear()
window.history.replaceState(null, '', '/')
// A file may end offline. Libraries keep their modules.
onlineManager.setOnline(true)
