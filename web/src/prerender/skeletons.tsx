import { Layout } from '../app/layout.tsx'
import { paths, phoneUrl } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { readProduct, type ShopProduct } from '../domain/product.ts'
import { ProductSkeleton } from '../features/catalogue/product/product-skeleton.tsx'
import { ProductCard } from '../features/catalogue/product-card.tsx'
import { BannerCarousel } from '../features/homepage/banner-carousel.tsx'
import { bannersQuery } from '../features/homepage/queries.ts'
import { HomePage } from '../pages/home-page.tsx'
import { ProductPage } from '../pages/product-page.tsx'
import { ShopPage } from '../pages/shop-page.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { renderMarkup } from './render-markup.tsx'

/** The product in skeletons. */
const unknownProduct = readProduct({ id: 1, name: 'Product', author: 'Author', price: 1000 }) as ShopProduct

/** Renders the app shell of index.html. */
export function renderFrame(): Promise<string> {
  return renderMarkup(
    <Layout>
      <div className="shell page page-wait" />
    </Layout>,
    paths.home,
  )
}

/** Renders the noscript message of every page, with ways to order without JavaScript. */
export function renderNoScript(): Promise<string> {
  const [phone] = store.phones
  return renderMarkup(
    <noscript>
      <p className="shell">
        Without JavaScript you can read our <a href={paths.categories}>categories</a> and products, and order
        by phone: call <a href={phoneUrl(phone)}>{phone}</a>.
      </p>
    </noscript>,
    paths.home,
  )
}

/** Renders the skeletons for the boot script, and the spinner for other pages, by the id of their template element. */
export async function renderTemplates(): Promise<Record<string, string>> {
  return {
    'early-spinner': await renderMarkup(<Spinner />, paths.home),
    'early-home': await renderMarkup(<HomePage />, paths.home),
    'early-banners': await renderMarkup(<BannerCarousel />, paths.home, (client) => {
      // The second banner has no image, because hosts may send none.
      client.setQueryData<unknown>(
        [...bannersQuery().queryKey],
        [
          { id: 1, title: 'Banner', image: 'banner.webp' },
          { id: 2, title: 'Banner', image: null },
        ],
      )
    }),
    'early-shop': await renderMarkup(<ShopPage />, paths.shop),
    'early-card': await renderMarkup(<ProductCard product={unknownProduct} eager="first" />, paths.shop),
    'early-product': await renderMarkup(<ProductPage />, paths.product(1)),
    'early-product-known': await renderMarkup(
      <div className="shell page product-page">
        <ProductSkeleton known={unknownProduct} />
      </div>,
      paths.product(1),
    ),
  }
}
