/** Flags that let Chromium run as root in a container, and disable its background requests, which need a network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns options that launch the headless shell, which is faster, or else the full browser.
 * @param isFull launches the full browser, for features that the headless shell lacks, such as installing apps
 */
export function launchOptions({ flags = [], isFull = false }: { flags?: string[]; isFull?: boolean } = {}) {
  const { HEADLESS_SHELL_PATH, CHROMIUM_PATH } = process.env
  const executablePath = (isFull ? undefined : HEADLESS_SHELL_PATH) ?? CHROMIUM_PATH
  return { ...(executablePath ? { executablePath } : {}), args: [...CHROMIUM_FLAGS, ...flags] }
}
