/**
 * Whether a URL is safe to navigate to, unlike `javascript:` and `data:` URLs. It may be relative.
 * @param base the page's URL
 */
export function isWebUrl(url: string, base = 'http://localhost'): boolean {
  return URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol)
}
