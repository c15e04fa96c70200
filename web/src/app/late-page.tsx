import type { ComponentType } from 'react'
import { latePart } from '../ui/late-part.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** A screen whose code comes when it is first opened. */
export function latePage(load: () => Promise<ComponentType>): ComponentType {
  return latePart(load, { failed: (again) => <ErrorScreen onRetry={again} /> })
}
