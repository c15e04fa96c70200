let loading: Promise<unknown> | null = null

/**
 * Loads the style sheets that have failed once more. Rejects when one fails again.
 * trap: Vite's loader asks for the style sheet of a chunk once; the second import of the chunk settles without it.
 */
export async function loadMissingStyles(): Promise<void> {
  // Two parts that are tried again at the same time wait for the same style sheets.
  loading ??= Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter((link) => failedLinks.has(link))
      .map(loadAgain),
  ).finally(() => {
    loading = null
  })
  await loading
}

/** Links whose style sheet did not load. One that is still loading has no sheet either, so events tell them apart. */
const failedLinks = new WeakSet<HTMLLinkElement>()
// Pages are also prerendered, where there is no document.
if (typeof document === 'object') {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement) failedLinks.add(target)
    },
    // Error events of links do not bubble.
    true,
  )
}

function loadAgain(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement
  return new Promise((loaded, failed) => {
    copy.onload = () => loaded()
    copy.onerror = () => failed(new Error(`${copy.href} did not load.`))
    link.replaceWith(copy)
  })
}
