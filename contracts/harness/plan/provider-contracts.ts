import { cases } from '../../cases/all.ts'
import type { Case, KnownValues } from '../../cases/case.ts'
import { api, relations } from '../../src/api.ts'
import { API_PREFIX } from '../../src/client.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { BROWSER_PROBES, SHOP_ORIGIN } from './browser-probes.ts'
import { byName, type Contracts, type ImagePlace } from './contracts.ts'
import { ID_PROBES, LIST_PROBES } from './read-probes.ts'
import {
  ADDRESS_REMOVAL_STEPS,
  ADDRESS_STEPS,
  PASSWORD_STEPS,
  REGISTRATION_STEPS,
  UNCHANGED_STEP,
  WISH_STEPS,
} from './staging-account.ts'
import { ORDER_STEPS, REQUEST_STEPS } from './staging-orders.ts'
import { NAMES_OF_FACTS } from './staging-step.ts'

const PUBLIC_FILE = 'a public file'

const IMAGES: readonly ImagePlace[] = [
  {
    name: 'images.product',
    path: '/product/{file}',
    what: 'product images, first folder',
    readOnly: PUBLIC_FILE,
    needs: 'productFiles',
  },
  {
    name: 'images.storedProduct',
    path: '/storage/product/{file}',
    what: 'product images, second folder',
    readOnly: PUBLIC_FILE,
    needs: 'productFiles',
  },
  {
    name: 'images.banner',
    path: '/storage/banner/{file}',
    what: 'banner images',
    readOnly: PUBLIC_FILE,
    needs: 'bannerFiles',
  },
]

const VALUE_NAMES: Record<keyof KnownValues, string> = {
  productId: 'a product that can be ordered',
  productIds: 'the id of a product',
  categoryIds: 'the id of a category',
  parentIds: 'the id of a category',
  words: 'a word from a product name',
  productFiles: 'the file name of a product image',
  bannerFiles: 'the file name of a banner',
  wishProductId: 'a product that is not on the wish list',
  addressId: 'the id of the saved address',
  customerId: 'the customer’s id',
  email: 'an e-mail address',
  password: 'a password',
}

const PLACEHOLDERS: Required<KnownValues> = {
  productId: 0,
  productIds: ['{product}'],
  categoryIds: ['{category}'],
  parentIds: ['{category}'],
  words: ['{word}'],
  productFiles: ['{file}'],
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
  endpoints: byName<Endpoint>(api),
  cases: byName<readonly Case[]>(cases),
  login: { endpoint: 'auth.login', tokenField: 'token' },
  origin: SHOP_ORIGIN,
  maxAge: 3600,
  saysItFailed: (body) => isPlainObject(body) && body.success === false,
  valueNames: { ...NAMES_OF_FACTS, ...VALUE_NAMES },
  placeholders: PLACEHOLDERS,
  images: IMAGES,
  probes: [...LIST_PROBES, ...ID_PROBES, ...BROWSER_PROBES],
  // Endpoints in the order of an account's lifecycle.
  staging: [
    ...REGISTRATION_STEPS,
    ...WISH_STEPS,
    ...ADDRESS_STEPS,
    ...ORDER_STEPS,
    ...ADDRESS_REMOVAL_STEPS,
    ...REQUEST_STEPS,
    UNCHANGED_STEP,
    ...PASSWORD_STEPS,
  ],
  relations,
}
