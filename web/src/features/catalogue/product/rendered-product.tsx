import type { ReactNode } from 'react'
import { usePageFacts } from '../../../ui/page/page-facts.ts'

/** Matches what is removed from the copy: controls that need the app, and the stock, which becomes outdated. */
const WITHOUT_APP = 'button, input, script, template, .buy-row, .choices, .thumbs, .product-price .chip'

/** A copy of the prerendered product, in case its details fail to load. React replaces the page afterwards. */
const rendered = typeof document === 'object' ? readRendered() : null

function readRendered(): { path: string; main: HTMLElement } | null {
  const main = document.querySelector('[data-rendered] .product-main')?.cloneNode(true)
  if (!(main instanceof HTMLElement)) return null
  for (const part of main.querySelectorAll(WITHOUT_APP)) part.remove()
  return { path: window.location.pathname, main }
}

/** Whether the current document was prerendered for this path. */
export function isRendered(path: string): boolean {
  return rendered?.path === path
}

/** The prerendered product without controls, below an error message. */
export function RenderedProduct({ children }: { children: ReactNode }) {
  const title = rendered?.main.querySelector('h1')?.textContent ?? 'Product'
  usePageFacts({ title })
  return (
    <div className="shell page product-page">
      {children}
      <div ref={(place) => place?.replaceChildren(...(rendered ? [rendered.main] : []))} />
    </div>
  )
}
