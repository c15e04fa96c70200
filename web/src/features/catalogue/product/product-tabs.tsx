import { useState } from 'react'
import { readBookFacts } from '../../../domain/book-facts.ts'
import type { ShopProduct } from '../../../domain/product.ts'
import { classesInWords, schoolClassesOf } from '../../../domain/school-class.ts'
import { Tabs } from '../../../ui/page/tabs.tsx'

const TABS = [
  { id: 'details', label: 'Details' },
  { id: 'reviews', label: 'Reviews' },
  { id: 'questions', label: 'Q&A' },
] as const

export function ProductTabs({ product }: { product: ShopProduct }) {
  const [selected, setSelected] = useState<(typeof TABS)[number]['id']>('details')
  return (
    <section className="sheet" aria-label="About this product">
      <Tabs
        label="About this product"
        tabs={TABS}
        selected={selected}
        onSelect={setSelected}
        orientation="horizontal"
        activatesOnFocus
        className="product-tabs"
      >
        {selected === 'details' ? (
          <BookDetails product={product} />
        ) : (
          <p>{selected === 'reviews' ? 'No Reviews Yet' : 'No questions or answers yet.'}</p>
        )}
      </Tabs>
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
        {details.map(([title, text], index) => (
          <tr key={`${title}-${index}`}>
            <th scope="row">{title}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the known facts about a book, each with a title. */
export function bookDetails(product: ShopProduct): [title: string, text: string][] {
  const { publisher, year } = readBookFacts(product.description)
  const classes = schoolClassesOf(product)
  const details: [string, string | null][] = [
    ['Author', product.author],
    ['Class', classes.length === 0 ? null : classesInWords(classes)],
    ['Publisher', publisher],
    ['First published', year],
    ['ISBN', product.isbn],
  ]
  return details.flatMap(([title, text]) => (text === null ? [] : [[title, text]]))
}
