import { useQuery } from '@tanstack/react-query'
import { canonicalListPath, paths, shopSearchPath } from '../config/paths.ts'
import { SHOP_PAGE_SIZE, wholeListing } from '../domain/listing.ts'
import { AddToCartButton, addOneWithinStock } from '../features/cart/add-to-cart.tsx'
import { ListCount, ProductList } from '../features/catalogue/product-list.tsx'
import { authorBooksQuery } from '../features/catalogue/queries.ts'
import { EmptyState } from '../ui/feedback/load-states.tsx'
import { usePathId, useQueryParams } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/catalogue/listing.scss'

export default function AuthorPage() {
  const name = usePathId()
  const params = useQueryParams()
  const books = useQuery(authorBooksQuery(name))
  const isUnknown = books.data?.length === 0
  const query = { ...books, data: books.data && wholeListing(books.data) }

  return (
    <div className="shell page author-page">
      <PageHead
        title={name}
        tab={isUnknown ? `No books by ${name}` : name}
        metadata={{
          canonical: canonicalListPath(paths.author(name), params),
          description: `Books by ${name}, with prices in UGX.`,
          isHidden: isUnknown,
        }}
      >
        <ListCount query={query} params={params} />
      </PageHead>
      <ProductList
        query={query}
        pageSize={SHOP_PAGE_SIZE}
        params={params}
        action={(product) => <AddToCartButton product={product} onAdd={addOneWithinStock} />}
        empty={
          <EmptyState
            title={`We have no books by ${name}.`}
            text="The name may be spelt differently."
            leadsTo={{ to: shopSearchPath(name), text: 'Search for this name' }}
          />
        }
      />
    </div>
  )
}
