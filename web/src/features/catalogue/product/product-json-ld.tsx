import { productImagePath } from 'contracts/images'
import { env } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { firstImage, isInStock, type ShopProduct } from '../../../domain/product.ts'
import { allowText } from '../../../platform/trusted-types.ts'
import { useSiteOrigin } from '../../../ui/page/metadata.tsx'

/** Returns a product's structured data. Contains no rating, because the stars on cards are the same for all products. */
export function productJsonLd(product: ShopProduct, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': product.tax === null ? 'Product' : ['Product', 'Book'],
    name: product.name,
    ...(product.author === null ? {} : { author: { '@type': 'Person', name: product.author } }),
    image: (env.apiHost || origin) + productImagePath(firstImage(product)),
    ...(product.tax === null ? {} : { isbn: product.tax }),
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

/** Returns a product's breadcrumbs as structured data, including the category if it is known. */
export function breadcrumbJsonLd(
  product: ShopProduct,
  category: { id: number; name: string } | undefined,
  origin: string,
): object {
  const steps = [
    { name: 'Home', item: origin + paths.home },
    ...(category ? [{ name: category.name, item: origin + paths.category(category.id) }] : []),
    { name: product.name },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
  }
}

// React creates script elements by assigning this markup to innerHTML.
allowText('<script></script>')

type Props = { product: ShopProduct; category: { id: number; name: string } | undefined }

export function ProductJsonLd({ product, category }: Props) {
  const origin = useSiteOrigin()
  // "<" is escaped, because "</script>" would end the script.
  const text = JSON.stringify([
    productJsonLd(product, origin),
    breadcrumbJsonLd(product, category, origin),
  ]).replaceAll('<', '\\u003c')
  return <script type="application/ld+json">{allowText(text)}</script>
}
