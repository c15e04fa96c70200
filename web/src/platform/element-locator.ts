/** The position of a control, by which its counterpart is found after React or a reload has replaced it. Valid JSON. */
export type ElementLocator = Traits & {
  /**
   * Matches the elements that can be the counterpart: in the same part of the page, the same form, of the same kind.
   */
  selector: string
  /** The control's index among the matching elements, from the start and from the end. */
  fromStart: number
  fromEnd: number
}

type Traits = {
  /** The attributes that tell a control from others of its kind, such as its name or its product; often empty. */
  identity: string
  /** Translations and extensions change labels. */
  label: string
  className: string
}

export function locate(control: Element): ElementLocator {
  const selector = selectorOf(control)
  const matching = [...document.querySelectorAll(selector)]
  const fromStart = matching.indexOf(control)
  return { selector, ...traitsOf(control), fromStart, fromEnd: matching.length - 1 - fromStart }
}

/**
 * Returns the element that fits best: with the same identity and, if that is empty, with the same label, or at least
 * the same class, because extensions translate labels. Returns null if there is none, or if several fit equally,
 * because a tap must not reach another control.
 */
export function findElement(locator: ElementLocator): HTMLElement | null {
  const matching = [...document.querySelectorAll<HTMLElement>(locator.selector)]
  const scores = matching.map((element, index) => {
    const { identity, label, className } = traitsOf(element)
    const positions =
      Number(index === locator.fromStart) + Number(matching.length - 1 - index === locator.fromEnd)
    const hasLabel = label !== '' && label === locator.label
    const hasClass = className === locator.className
    const isMatch = identity === locator.identity && (identity || hasLabel || hasClass)
    return isMatch ? 1 + Number(hasLabel) * 8 + Number(hasClass) * 4 + positions : 0
  })
  const best = Math.max(1, ...scores)
  const [first = null, second] = matching.filter((_, index) => scores[index] === best)
  return second ? null : first
}

function selectorOf(control: Element): string {
  const part = ['header', 'main', 'footer'].find((name) => control.closest(name)) ?? ''
  const form = control.matches('form') ? null : control.closest('form')
  return [part, form ? matcherOf(form, 'class') : '', matcherOf(control, 'type')].join(' ')
}

function matcherOf(element: Element, attribute: string): string {
  const value = element.getAttribute(attribute)
  const quoted = value?.replace(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)
  return element.localName + (value ? `[${attribute}="${quoted}"]` : '')
}

function traitsOf(control: Element): Traits {
  const isChoice = ['checkbox', 'radio'].includes(control.getAttribute('type') ?? '')
  // The value of any other field is the text that was typed.
  const names = ['name', 'href', 'action', 'aria-describedby', ...(isChoice ? ['value'] : [])]
  const identity = names.map((name) => control.getAttribute(name) ?? '').join(' ')
  return { identity: identity.trim(), label: labelOf(control), className: control.className }
}

function labelOf(control: Element): string {
  const [label] = (control as Partial<HTMLInputElement>).labels ?? []
  const text = label ?? (control.matches('a, button') ? control : null)
  return (control.getAttribute('aria-label') ?? text?.textContent ?? '').replace(/\s+/g, ' ').trim()
}
