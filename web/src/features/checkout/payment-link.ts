/**
 * A redirect URL of the host as a link that may be pressed: an absolute http(s) address without a user name in
 * it (which makes one host look like another) and without look-alike letters. Null for anything else.
 */
export function paymentLink(text: string): string | null {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  const plain =
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return plain && !/(^|\.)xn--/.test(url.hostname) ? url.href : null
}
