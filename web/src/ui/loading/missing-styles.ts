let loading: Promise<unknown> | null = null

/**
 * Loads the style sheets that have failed once more. Rejects when one fails again.
 * trap: Vite's loader asks for the style sheet of a chunk once; the second import of the chunk settles without it.
 */
export async function loadMissingStyles(): Promise<void> {
  // Two parts that are tried again at the same time wait for the same style sheets.
  loading ??= Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(isMissing)
      .map(loadAgain),
  ).finally(() => {
    loading = null
  })
  await loading
}

/** trap: of a style sheet that failed Chromium gives an object whose rules cannot be read, other browsers null. */
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules
  } catch {
    return true
  }
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement
  return new Promise((loaded, failed) => {
    copy.onload = () => loaded()
    copy.onerror = () => failed(new Error(`${copy.href} did not load.`))
    link.replaceWith(copy)
  })
}
