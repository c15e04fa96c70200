import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { ShopProduct } from '../../../domain/product.ts'
import { bookDetails } from './product-facts.tsx'

const names = ['Details', 'Reviews', 'Q&A'] as const

/** The tabs Details, Reviews and Q&A, with ARIA roles and keyboard navigation. */
export function ProductTabs({ product }: { product: ShopProduct }) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const tabs = useRef<(HTMLButtonElement | null)[]>([])

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: (chosen + 1) % names.length,
      ArrowLeft: (chosen + names.length - 1) % names.length,
      Home: 0,
      End: names.length - 1,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
    tabs.current[next]?.focus()
  }

  return (
    <section className="sheet" aria-label="About this product">
      <div className="product-tabs" role="tablist" aria-label="About this product">
        {names.map((name, at) => (
          <button
            key={name}
            ref={(button) => {
              tabs.current[at] = button
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={chosen === at}
            aria-controls={`${id}-panel`}
            tabIndex={chosen === at ? 0 : -1}
            onClick={() => setChosen(at)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable by Tab
        tabIndex={0}
      >
        {chosen === 0 ? (
          <BookDetails product={product} />
        ) : chosen === 1 ? (
          <p>No Reviews Yet</p>
        ) : (
          <p>No questions or answers yet.</p>
        )}
      </div>
    </section>
  )
}

function BookDetails({ product }: { product: ShopProduct }) {
  const choices = product.choice_options.map(({ title, options }) => [title, options.join(', ')] as const)
  const details = [...bookDetails(product), ...choices]
  if (details.length === 0) return <p>No further details.</p>
  return (
    <table className="ruled-table">
      <tbody>
        {details.map(([title, text], at) => (
          <tr key={`${title}-${at}`}>
            <th scope="row">{title}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
