import { vi } from 'vitest'

// Before each file, and before setup.ts. Files share a process, since starting one and loading React, the libraries of
// the tests and those of the emulator takes longer than most files' tests. What is ours is loaded anew for each file,
// and the window is as a browser opens it.
vi.resetModules()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
window.forgetListeners()
for (const element of [document.documentElement, document.body])
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
document.head.replaceChildren()
document.body.replaceChildren()
document.title = ''
window.localStorage.clear()
window.sessionStorage.clear()
window.history.replaceState(null, '', '/')
