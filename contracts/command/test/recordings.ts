/** A tool that records HAR files. Each tool omits different fields. */
export type Tool = 'chromium' | 'firefox' | 'playwright'

export type Call = { method?: string; path: string; headers?: Record<string, string>; body?: unknown }

const ORIGIN = 'https://api.kitabo.example'

/**
 * Sends requests to the emulator and returns them as a HAR file in the format of a tool.
 * @param change returns the body to record instead
 */
export async function recordingOf(
  tool: Tool,
  responses: typeof fetch,
  calls: readonly Call[],
  change: (path: string, text: string) => string = (_, text) => text,
): Promise<object> {
  const entries = [foreignEntry()]
  for (const { method = 'GET', path, headers = {}, body } of calls) {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const all = { accept: 'application/json', origin: 'https://kitabo.example', ...headers }
    const response = await responses(`${ORIGIN}${path}`, {
      method,
      headers: { ...all, ...(sent ? { 'content-type': 'application/json' } : {}) },
      ...(sent ? { body: sent } : {}),
    })
    const isText = /json|text/.test(response.headers.get('content-type') ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = change(path, bytes.toString('utf8'))
    entries.push({
      startedDateTime: '2026-11-20T09:00:00.000Z',
      time: 40,
      request: {
        method,
        url: `${ORIGIN}${path}`,
        headers: named(tool, all),
        cookies: [{ name: 'session', value: 'cookie-secret-value' }],
        ...(sent ? { postData: { mimeType: 'application/json', text: sent } } : {}),
      },
      response: {
        status: response.status,
        headers: named(tool, Object.fromEntries(response.headers)),
        bodySize: -1,
        content: contentOf(tool, isText ? Buffer.from(text) : bytes, isText),
      },
    })
  }
  return { log: { version: '1.2', creator: { name: tool, version: '1' }, entries } }
}

/**
 * Formats a body. Playwright with `content: 'attach'` encodes all bodies as base64, Firefox only images. In Chromium,
 * this depends on the media type.
 */
function contentOf(tool: Tool, bytes: Buffer, isText: boolean): object {
  const plain = tool === 'playwright' ? false : isText
  return {
    mimeType: isText ? 'application/json' : 'image/webp',
    size: tool === 'playwright' ? -1 : bytes.byteLength,
    text: plain ? bytes.toString('utf8') : bytes.toString('base64'),
    ...(plain ? {} : { encoding: 'base64' }),
  }
}

/** Formats headers. HTTP/2 names are in lower case, but Firefox preserves the server's spelling. */
function named(tool: Tool, headers: Record<string, string>) {
  return Object.entries(headers).map(([name, value]) => ({
    name: tool === 'firefox' ? name.replace(/(^|-)\w/g, (start) => start.toUpperCase()) : name,
    value,
  }))
}

/** Returns the entry of an aborted request to a different host. */
function foreignEntry(): object {
  return {
    startedDateTime: '2026-11-20T08:59:00.000Z',
    time: 5,
    request: { method: 'GET', url: 'https://embed.example/product/widget.js', headers: [] },
    response: {
      status: 0,
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      _error: 'net::ERR_ABORTED',
    },
  }
}
