/** The elements and attributes that sanitised HTML may contain. Unknown elements are removed. */
export type AllowedHtml = {
  elements: string[]
  attributes: string[]
  /** Elements that are replaced with their content. DOMPurify does this for all unknown elements. */
  unwrapped: string[]
}

/** Returns an element, in an inert document, that contains sanitised HTML. */
type Sanitiser = (html: string) => HTMLElement

type NativeBody = HTMLElement & { setHTML: (html: string, options: { sanitizer: object }) => void }

/** Returns the browser's sanitiser; null if it has none that works. By default, only what runs code is removed. */
export function nativeSanitiser(allowed?: AllowedHtml): Sanitiser | null {
  isNativeCorrect ??= passesTrial()
  return isNativeCorrect ? createNative(allowed) : null
}

let isNativeCorrect: boolean | undefined

/**
 * Whether the browser's sanitiser treats a sample as specified. Trap: Chromium 105 to 118 have a `setHTML` of an
 * earlier draft, which throws or applies other rules.
 */
function passesTrial(): boolean {
  const limits = { elements: ['i'], attributes: ['title'], unwrapped: ['u'] }
  const sample = '<u>a<i title="b" lang="c">d</i></u><b>e</b><script>f</script>'
  try {
    const isLimited = createNative(limits)(sample).innerHTML === 'a<i title="b">d</i>'
    return isLimited && createNative()('<b>d</b><script>e</script>').innerHTML === '<b>d</b>'
  } catch {
    return false
  }
}

function createNative(allowed?: AllowedHtml): Sanitiser {
  const { elements, attributes, unwrapped: replaceWithChildrenElements } = allowed ?? {}
  return (html) => {
    // In an inert document, parsing loads no images and runs no scripts.
    const body = document.implementation.createHTMLDocument().body as HTMLElement as NativeBody
    body.setHTML(html, {
      sanitizer: allowed ? { elements, attributes, replaceWithChildrenElements } : {},
    })
    return body
  }
}

/** Returns the browser's sanitiser, or else loads DOMPurify (11 KB). @throws if the browser does not support it */
export async function loadSanitiser(allowed?: AllowedHtml): Promise<Sanitiser> {
  const native = nativeSanitiser(allowed)
  if (native) return native
  const { default: DOMPurify } = await import('dompurify')
  if (!DOMPurify.isSupported) throw new Error('This browser cannot sanitise HTML.')
  const limits = allowed && {
    ALLOWED_TAGS: allowed.elements,
    ALLOWED_ATTR: allowed.attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  }
  // Trusted Types forbid assigning text as HTML, so nodes are returned.
  return (html) => DOMPurify.sanitize(html, { ...limits, RETURN_DOM: true }) as HTMLElement
}
