import type { ComponentProps } from 'react'
import { savesData } from '../../platform/data-saver.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import type { FoundProduct } from './index/shop-index.ts'
import './search-aids.scss'

type Props = {
  label: string
  found: readonly FoundProduct[]
  optionProps: (product: FoundProduct, at: number) => ComponentProps<'button'>
}

export function AlsoOptions({ label, found, optionProps }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options in a listbox
    <div role="group" aria-label={label} className="search-found">
      <p className="small strong muted" aria-hidden="true">
        {label}
      </p>
      {found.map((product, at) => (
        <button key={product.id} {...optionProps(product, at)} className="suggestion">
          {savesData() ? (
            <Icon name="book" />
          ) : (
            <ProductImage
              file={product.image}
              name={product.name}
              alt=""
              ratio="square"
              sizes="2.5rem"
              className="wordless"
            />
          )}
          <span>
            {product.name} {product.author === '' ? null : <small>{product.author}</small>}
            <Price amount={product.price} className="d-block small strong muted" />
          </span>
        </button>
      ))}
    </div>
  )
}
