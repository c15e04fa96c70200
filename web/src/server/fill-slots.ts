/** Replaces slots of a template, each of which must occur. The texts may contain the names of slots. */
export function fillSlots(template: string, slots: Readonly<Record<string, string>>): string {
  const places = Object.entries(slots).map(([slot, text]) => ({ at: template.indexOf(slot), slot, text }))
  let filled = ''
  let end = 0
  for (const { at, slot, text } of places.sort((a, b) => a.at - b.at)) {
    if (at === -1) throw new Error(`The template contains no ${slot}.`)
    filled += template.slice(end, at) + text
    end = at + slot.length
  }
  return filled + template.slice(end)
}

/** Escapes a text for an attribute or an element's content. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
