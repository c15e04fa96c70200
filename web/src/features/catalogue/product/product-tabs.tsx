import { useState } from 'react'
import type { ShopProduct } from '../../../domain/product.ts'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { DetailsTable } from './book-details.tsx'

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
          <DetailsTable product={product} />
        ) : (
          <p>{selected === 'reviews' ? 'No Reviews Yet' : 'No questions or answers yet.'}</p>
        )}
      </Tabs>
    </section>
  )
}
