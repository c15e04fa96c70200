import type { ComponentType } from 'react'
import { type LatePart, latePart } from '../ui/late-part.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** A screen whose code comes when it is first opened. */
export function latePage(load: () => Promise<ComponentType>): LatePart<object> {
  return latePart(load, { failed: (again) => <ErrorScreen onRetry={again} /> })
}
