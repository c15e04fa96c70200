import { allowText } from '../../platform/trusted-types.ts'

// React creates script elements by assigning this markup to innerHTML.
allowText('<script></script>')

/** Structured data for search engines. */
export function JsonLd({ data }: { data: object }) {
  // "<" is escaped, because "</script>" would end the script.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json">{allowText(text)}</script>
}
