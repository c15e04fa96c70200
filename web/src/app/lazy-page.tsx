import type { ComponentType } from 'react'
import { type LazyWithRetry, lazyWithRetry } from '../ui/lazy-with-retry.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** A screen whose code comes when it is first opened. */
export function lazyPage(load: () => Promise<ComponentType>): LazyWithRetry<object> {
  return lazyWithRetry(load, { failed: (again) => <ErrorScreen onRetry={again} /> })
}
