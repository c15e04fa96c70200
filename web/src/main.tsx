import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { takeEarlyInput } from './app/early-input.ts'
import { takeEarlyAnswers } from './app/early-queries.ts'
import { createQueryClient } from './app/providers.tsx'
import { preloadScreen } from './app/routes.tsx'
import { stylesReady } from './lib/early.ts'
import './theme/fonts.css'
import './theme/main.scss'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
const client = createQueryClient()

/** Calls back after its preceding siblings have rendered. */
function WhenDrawn({ act }: { act: () => void }) {
  useEffect(act, [act])
  return null
}

// What React draws first is what is on the screen already: the early front painted it from the same answers.
Promise.all([stylesReady(), preloadScreen(window.location.pathname), takeEarlyAnswers(client)]).then(() => {
  const answerEarlyInput = takeEarlyInput(root)
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
      <WhenDrawn act={answerEarlyInput} />
    </StrictMode>,
  )
})
