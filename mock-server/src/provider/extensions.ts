import { ENDPOINT_EXTENSIONS } from 'contracts/api'
import { type Endpoint, endpointKey, type ProviderBuild } from 'contracts/endpoint'
import { PRODUCT_EXTENSIONS, Product } from 'contracts/resources/products'
import { z } from 'zod'
import { isSince } from './builds.ts'

const extension = (description: string) => z.boolean().meta({ description })

/** Returns an object with the keys of a table and a schema for each extension. */
function extensionsOf<Name extends string, Value>(
  table: Record<Name, Value>,
  describe: (value: Value) => string,
) {
  const entries = Object.entries<Value>(table)
  return Object.fromEntries(entries.map(([name, value]) => [name, extension(describe(value))])) as Record<
    Name,
    ReturnType<typeof extension>
  >
}

/**
 * The provider's extensions of the original software that the shop uses. A world without an extension responds like the
 * original software.
 */
export const Extensions = z
  .object({
    ...extensionsOf(ENDPOINT_EXTENSIONS, (added: Endpoint) => `${endpointKey(added)}. Without it: 404.`),
    categoryLevels: extension('GET /categories returns all levels. Without it: roots only.'),
    ...extensionsOf(PRODUCT_EXTENSIONS, (fields) => fields),
    isbn: extension('The ISBN in the field tax. Without it: the tax, 0.'),
    productImagePlace: extension('Images at /product/{file}. Without it: only at /storage/product/{file}.'),
    longLists: extension('GET /products/latest returns 90 products by default. Without it: 10.'),
    wishlistImages: extension('The list images of the products of a wishlist.'),
    sharedWishlist: extension('GET /customer/wish-list/ with user and without a token. Without it: 401.'),
    createdAddress: extension('A new address is returned. Without it: only a message.'),
    pickupWithoutAddress: extension('Orders without delivery_address_id. Without it: 403.'),
    ownAddresses: extension('Orders to addresses of their customer only. Without it: of any customer.'),
    largeTotals: extension('Orders of 1,000,000 and more. Without it: 403.'),
    orderRedirect: extension('success and redirectUrl of an order.'),
    idempotencyKeys: extension('Repeated orders with the same Idempotency-Key. Without it: ignored.'),
    loginWithoutType: extension('Log-in and password reset without type. Without it: 403.'),
  })
  .meta({ id: 'Extensions' })

export type Extensions = z.infer<typeof Extensions>
export type ExtensionName = keyof Extensions

/** The endpoints that the original software lacks, with their extensions. */
export const ADDED_ENDPOINTS: ReadonlyMap<Endpoint, ExtensionName> = new Map(
  Object.entries(ENDPOINT_EXTENSIONS).map(([name, added]) => [added, name as ExtensionName]),
)

type OptionalField<T> = { [Name in keyof T]-?: undefined extends T[Name] ? Name : never }[keyof T]

/** The fields of products that the original software lacks, with their extensions. */
export const ADDED_PRODUCT_FIELDS = Object.entries(Product.shape).flatMap(([field, schema]) => {
  const extension = schema.meta()?.['x-extension']
  return extension === undefined
    ? []
    : [[field as OptionalField<Product>, extension as ExtensionName] as const]
})

/** Extensions to add or remove. */
export type ExtensionChanges = { [Name in ExtensionName]?: boolean | undefined }

export const EXTENSION_NAMES = Object.keys(Extensions.shape) as ExtensionName[]

export function changeExtensions(extensions: Extensions, changes: ExtensionChanges = {}): Extensions {
  const named = Object.entries(changes).filter(([, isPresent]) => isPresent !== undefined)
  return { ...extensions, ...Object.fromEntries(named) }
}

/** @param isPresent whether the extensions are there that `changes` does not name */
export function everyExtension(isPresent: boolean, changes?: ExtensionChanges): Extensions {
  const extensions = Object.fromEntries(EXTENSION_NAMES.map((name) => [name, isPresent])) as Extensions
  return changeExtensions(extensions, changes)
}

/**
 * Returns the extensions of a build's original software. Source R2: builds from 7.3 on require `type`. Recorded: 7.1
 * does not, 7.7 does.
 */
export function originalExtensions(build: ProviderBuild): Extensions {
  return everyExtension(false, { loginWithoutType: !isSince(build, '7.7') })
}
