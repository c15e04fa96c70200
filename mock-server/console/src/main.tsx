import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './console.tsx'
import './console.css'

createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <Console />
  </StrictMode>,
)
