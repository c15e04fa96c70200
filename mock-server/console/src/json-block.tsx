import { showJson } from './format.ts'

/** A value as indented JSON, in a box that scrolls. */
export function JsonBlock({ value }: { value: unknown }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1).
  return <pre tabIndex={0}>{showJson(value)}</pre>
}
