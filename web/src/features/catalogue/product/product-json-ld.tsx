import { productImagePath } from 'contracts/images'
import { env } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { firstImage, type ShopProduct } from '../../../domain/product.ts'
import { allowText } from '../../../platform/trusted-types.ts'
import { useSiteOrigin } from '../../../ui/page/page-facts.ts'

/** A product's structured data for search engines. The cards' fixed stars aren't a rating, so none is claimed. */
export function productJsonLd(product: ShopProduct, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': product.tax === null ? 'Product' : ['Product', 'Book'],
    name: product.name,
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
            availability: `https://schema.org/${product.total_stock === 0 ? 'PreOrder' : 'InStock'}`,
          },
        }),
  }
}

/** A product's breadcrumbs, with its category if known. */
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

// React's element type for a script.
allowText('<script></script>')

type Props = { product: ShopProduct; category: { id: number; name: string } | undefined }

export function ProductJsonLd({ product, category }: Props) {
  const origin = useSiteOrigin()
  // Escapes "<", which could end the script early.
  const text = JSON.stringify([
    productJsonLd(product, origin),
    breadcrumbJsonLd(product, category, origin),
  ]).replaceAll('<', '\\u003c')
  return <script type="application/ld+json">{allowText(text)}</script>
}
