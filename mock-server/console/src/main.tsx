import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './console.tsx'
import './styles/tokens.css'
import './styles/frame.css'
import './styles/parts.css'
import './styles/forms.css'
import './styles/views.css'
import './styles/journal.css'

createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <Console />
  </StrictMode>,
)
