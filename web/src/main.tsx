import { StrictMode, startTransition, useEffect, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/providers.tsx'
import { preloadScreen } from './app/routes.tsx'
import { applyStyles, endFirstLoad, stylesReady } from './boot/handover.ts'
import { type EarlyInput, followInput } from './boot/replay-input.ts'
import { takeEarlyResponses } from './boot/take-queries.ts'
import { whenIdle } from './platform/when-idle.ts'
import { applyBasicFonts, loadBasicFonts } from './theme/basic-fonts.ts'
import './theme/fonts.css'
import './theme/main.scss'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
const client = createQueryClient()
loadBasicFonts()

/** Milliseconds after which a first load is over on most lines; the browser says when it is idle. */
const IDLE_AFTER_MS = 8000

/** Takes over from the boot script when the app mounts, after its siblings: styles apply, recorded input is repeated. */
function TakeOver({ takeOver, repeat }: EarlyInput) {
  useInsertionEffect(() => {
    applyStyles()
    applyBasicFonts()
  }, [])
  useLayoutEffect(takeOver, [takeOver])
  useEffect(() => void repeat(), [repeat])
  useEffect(endFirstLoad, [])
  return null
}

// Named literally: a build without the setting contains nothing of it.
if (import.meta.env.VITE_DRIFT_REPORTS) {
  const start = () => import('./api/drift-reports.ts').then(({ startDriftReports }) => startDriftReports())
  setTimeout(() => whenIdle(start), IDLE_AFTER_MS)
}

// A sheet of its own, since few need it.
if (window.matchMedia?.('(max-width: 18em)').matches) void import('./theme/large-text.scss')

// What React draws first is what is on the screen already: the early front painted it from the same answers.
Promise.all([stylesReady(), preloadScreen(window.location.pathname), takeEarlyResponses(client)]).then(() => {
  const input = followInput(root)
  // As a transition, so that drawing gives way to input; the early front's page stands until it is whole.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
        <TakeOver {...input} />
      </StrictMode>,
    ),
  )
})
