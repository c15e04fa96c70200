import { StrictMode, startTransition, useEffect, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/providers.tsx'
import { preloadScreen } from './app/routes.tsx'
import { applyStyles, endFirstLoad, stylesReady } from './boot/handover.ts'
import { type EarlyInput, followInput } from './boot/replay-input.ts'
import { takeEarlyResponses } from './boot/take-queries.ts'
import { applyBasicFonts, loadBasicFonts } from './theme/basic-fonts.ts'
import './theme/fonts.css'
import './theme/main.scss'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
const client = createQueryClient()
loadBasicFonts()

/** Completes the handover from the boot script once the app has mounted: applies styles and replays recorded input. */
function Handover({ takeOver, repeat }: EarlyInput) {
  useInsertionEffect(() => {
    applyStyles()
    applyBasicFonts()
  }, [])
  useLayoutEffect(takeOver, [takeOver])
  useEffect(() => void repeat(), [repeat])
  useEffect(endFirstLoad, [])
  return null
}

// Loaded separately, because few shoppers need it.
if (window.matchMedia?.('(max-width: 18em)').matches) void import('./theme/large-text.scss')

// React's first render uses the same responses as the boot script and produces the same page.
Promise.all([stylesReady(), preloadScreen(window.location.pathname), takeEarlyResponses(client)]).then(() => {
  const input = followInput(root)
  // Renders in a transition, which yields to input. The painted page remains until the app has rendered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
        <Handover {...input} />
      </StrictMode>,
    ),
  )
})
