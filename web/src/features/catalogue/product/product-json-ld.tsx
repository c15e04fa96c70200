import { productImagePath, storedProductImagePath } from 'contracts/images'
import { env } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { firstImage, isInStock, type ShopProduct } from '../../../domain/product.ts'
import { JsonLd } from '../../../ui/page/json-ld.tsx'
import { useSiteOrigin } from '../../../ui/page/metadata.tsx'
import { breadcrumbJsonLd, type Crumb } from '../category/breadcrumbs.tsx'

/** Returns the path of a product's image for link previews and search engines, which try only one place. */
export function sharedImagePath(product: ShopProduct): string {
  return (product.imagesInStorage ? storedProductImagePath : productImagePath)(firstImage(product))
}

/**
 * Returns a product's structured data. Contains no rating, because the stars on cards are the same for all products.
 */
export function productJsonLd(product: ShopProduct, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': product.isbn === null ? 'Product' : ['Product', 'Book'],
    name: product.name,
    ...(product.author === null ? {} : { author: { '@type': 'Person', name: product.author } }),
    image: (env.apiHost || origin) + sharedImagePath(product),
    ...(product.isbn === null ? {} : { isbn: product.isbn }),
    ...(product.id === null ? {} : { url: origin + paths.product(product.id) }),
    ...(product.price === null
      ? {}
      : {
          offers: {
            '@type': 'Offer',
            price: product.price,
            priceCurrency: 'UGX',
            availability: `https://schema.org/${isInStock(product) ? 'InStock' : 'PreOrder'}`,
          },
        }),
  }
}

/** Structured data of a product and its breadcrumbs. */
export function ProductJsonLd({ product, trail }: { product: ShopProduct; trail: readonly Crumb[] }) {
  const origin = useSiteOrigin()
  return <JsonLd data={[productJsonLd(product, origin), breadcrumbJsonLd(trail, product.name, origin)]} />
}
