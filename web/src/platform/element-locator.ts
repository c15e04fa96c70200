/** Where a control is, so that its counterpart is found if React or a reload has replaced the element. Survives JSON. */
export type ElementLocator = {
  /** Matches the elements that can be the counterpart: in the same part of the page, the same form, of the same kind. */
  selector: string
  /** What distinguishes the control from others, such as its name and its label. */
  traits: Partial<Record<Trait, string>>
  /** The control's index among the matching elements, from the start and from the end. */
  fromStart: number
  fromEnd: number
}

/** How much a shared trait counts. Translations and extensions change labels, but not names. */
const WEIGHTS = { name: 4, value: 4, href: 4, action: 4, 'aria-describedby': 4, label: 3, class: 2 }
type Trait = keyof typeof WEIGHTS

/** Decides only between elements that share the same traits. */
const POSITION_WEIGHT = 0.4

export function locate(control: Element): ElementLocator {
  const selector = selectorOf(control)
  const matching = [...document.querySelectorAll(selector)]
  const fromStart = matching.indexOf(control)
  return { selector, traits: traitsOf(control), fromStart, fromEnd: matching.length - 1 - fromStart }
}

/** Returns the element that fits best; null if no element shares a trait, or if several fit equally. */
export function findElement({ selector, traits, fromStart, fromEnd }: ElementLocator): HTMLElement | null {
  const matching = [...document.querySelectorAll<HTMLElement>(selector)]
  const scores = matching.map((element, index) => {
    const found = traitsOf(element)
    const shared = (Object.keys(WEIGHTS) as Trait[]).reduce(
      (sum, trait) => sum + (traits[trait] && traits[trait] === found[trait] ? WEIGHTS[trait] : 0),
      0,
    )
    const positions = Number(index === fromStart) + Number(matching.length - 1 - index === fromEnd)
    return shared === 0 ? 0 : shared + positions * POSITION_WEIGHT
  })
  const best = Math.max(0, ...scores)
  const [first = null, second] = matching.filter((_, index) => best > 0 && scores[index] === best)
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

function traitsOf(control: Element): ElementLocator['traits'] {
  const isChoice = ['checkbox', 'radio'].includes(control.getAttribute('type') ?? '')
  const traits: ElementLocator['traits'] = { label: labelOf(control) }
  for (const name of ['name', 'href', 'action', 'aria-describedby', 'class'] as const)
    traits[name] = control.getAttribute(name) ?? ''
  // The value of any other field is the text that was typed.
  if (isChoice) traits.value = control.getAttribute('value') ?? ''
  return traits
}

function labelOf(control: Element): string {
  const [label] = (control as Partial<HTMLInputElement>).labels ?? []
  const text = label ?? (control.matches('a, button') ? control : null)
  return (control.getAttribute('aria-label') ?? text?.textContent ?? '').replace(/\s+/g, ' ').trim()
}
