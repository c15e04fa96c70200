import { api, relations } from '../src/api.ts'
import { BOUNDS, PAST_TIMES } from '../src/bounds.ts'
import type { Case, StagingStep } from '../src/case.ts'
import { API_PREFIX } from '../src/client.ts'
import { type Contracts, flattenNames, type ImageFolder } from '../src/contracts.ts'
import { type Endpoint, endpoint } from '../src/endpoint.ts'
import { addressesCases } from './addresses.ts'
import { authCases } from './auth.ts'
import { bannersCases } from './banners.ts'
import { BROWSER_PROBES, SHOP_ORIGIN } from './browser-probes.ts'
import { categoriesCases } from './categories.ts'
import { configCases } from './config.ts'
import { customerCases } from './customer.ts'
import { homepageCases } from './homepage.ts'
import { newsletterCases } from './newsletter.ts'
import { ordersCases } from './orders.ts'
import { productsCases } from './products.ts'
import type { Cases, ProviderValues } from './provider-case.ts'
import { ID_PROBES, LIST_PROBES } from './read-probes.ts'
import { SHOP_PAGES } from './shop-pages.ts'
import { specialOrdersCases } from './special-orders.ts'
import {
  ADDRESS_REMOVAL_STEPS,
  ADDRESS_STEPS,
  PASSWORD_STEPS,
  REGISTRATION_STEPS,
  UNCHANGED_STEPS,
  WISH_STEPS,
} from './staging/account-lifecycle.ts'
import { hostNeeds, NEED_STEPS } from './staging/host-needs.ts'
import { ORDER_STEPS, REQUEST_STEPS } from './staging/order-lifecycle.ts'
import { PRODUCT_LISTS, STAGING_VALUE_LABELS, stagingValues } from './staging/staging.ts'
import { wishlistCases } from './wishlist.ts'

/** All cases in the order in which they are sent. Later cases can use values from earlier responses. */
const CASES: Cases = {
  config: configCases,
  banners: bannersCases,
  homepage: homepageCases,
  categories: categoriesCases,
  products: productsCases,
  auth: authCases,
  customer: customerCases,
  wishlist: wishlistCases,
  addresses: addressesCases,
  orders: ordersCases,
  newsletter: newsletterCases,
  specialOrders: specialOrdersCases,
}

function imageFolder(
  name: string,
  path: `/${string}`,
  { summary, files }: { summary: string; files: keyof ProviderValues },
): ImageFolder {
  const about = { summary, readOnly: 'a public file', responses: {} }
  return { name, files, endpoint: endpoint({ method: 'GET', path, ...about }) }
}

const IMAGES: readonly ImageFolder[] = [
  imageFolder('images.product', '/product/{file}', {
    summary: 'product images, first folder',
    files: 'productFiles',
  }),
  imageFolder('images.storedProduct', '/storage/product/{file}', {
    summary: 'product images, second folder',
    files: 'productFiles',
  }),
  imageFolder('images.banner', '/storage/banner/{file}', { summary: 'banner images', files: 'bannerFiles' }),
]

const VALUE_LABELS: Record<keyof ProviderValues, string> = {
  productId: 'a product that can be ordered',
  productIds: 'the id of a product',
  categoryIds: 'the id of a category',
  parentIds: 'the id of a category',
  words: 'a word from a product name',
  productFiles: 'the file name of a product image',
  existingFiles: 'the file name of a product image',
  bannerFiles: 'the file name of a banner',
  wishProductId: 'a product that is not on the wishlist',
  addressId: 'the id of the saved address',
  customerId: 'the customer’s id',
  email: 'an e-mail address',
  password: 'a password',
}

const PLACEHOLDERS: Required<ProviderValues> = {
  productId: 0,
  productIds: ['{product}'],
  categoryIds: ['{category}'],
  parentIds: ['{category}'],
  words: ['{word}'],
  productFiles: ['{file}'],
  existingFiles: ['{file}'],
  bannerFiles: ['{file}'],
  wishProductId: 0,
  addressId: 0,
  customerId: 0,
  email: '$PROVIDER_EMAIL',
  password: '$PROVIDER_PASSWORD',
}

/** The contracts of the bookshop's provider, which are the default. */
export const providerContracts: Contracts = {
  prefix: API_PREFIX,
  // Source R1: Apache redirects to the path without a trailing slash. The shop's client omits it too.
  keepsSlash: false,
  endpoints: flattenNames<Endpoint>(api),
  cases: flattenNames<readonly Case[]>(CASES),
  login: { endpoint: 'auth.login', tokenField: 'token' },
  pageOrigin: SHOP_ORIGIN,
  maxAge: 3600,
  successField: 'success',
  valueLabels: { ...STAGING_VALUE_LABELS, ...VALUE_LABELS },
  placeholders: PLACEHOLDERS,
  images: IMAGES,
  probes: [...LIST_PROBES, ...ID_PROBES, ...BROWSER_PROBES],
  staging: {
    // In the order of an account's lifecycle.
    steps: [
      ...REGISTRATION_STEPS,
      ...WISH_STEPS,
      ...ADDRESS_STEPS,
      ...ORDER_STEPS,
      ...NEED_STEPS,
      ...ADDRESS_REMOVAL_STEPS,
      ...REQUEST_STEPS,
      ...UNCHANGED_STEPS,
      ...PASSWORD_STEPS,
    ] as readonly unknown[] as readonly StagingStep[],
    valueSources: PRODUCT_LISTS,
    values: stagingValues,
    needs: hostNeeds,
  },
  relations,
  bounds: { numbers: BOUNDS, pastTimes: PAST_TIMES },
  pagesByEndpoint: SHOP_PAGES,
}
