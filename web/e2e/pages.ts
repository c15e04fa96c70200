import { resolve } from 'node:path'
import { loadRenderer } from '../build/renderer.ts'

/** The pages of the built shop. */
export const { pages } = await loadRenderer(resolve(import.meta.dirname, '../dist'))
