import 'contracts/without-eval'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './console.tsx'
import './console.scss'

createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <Console />
  </StrictMode>,
)
