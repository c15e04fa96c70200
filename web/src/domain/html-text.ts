/**
 * Replaces the tags of HTML. trap: `<[^>]*>` would search the rest of the text for each `<` that has no `>`, so that a
 * description of 100,000 of them takes seconds. `[^<>]` stops at the next one.
 */
export function withoutTags(html: string, replacement = ' '): string {
  return html.replace(/<[^<>]*>/g, replacement)
}
