import type { StagingOptions, StagingStep } from '../../src/case.ts'
import { field, idOf, objectsOf, productsOf } from '../extract.ts'

/** Values that the run has generated or read from responses. */
export type StagingValues = Partial<{
  /** Name of the run. All generated names contain it, so that the data can be recognised and removed. */
  run: string
  account: StagingAccount
  other: StagingAccount
  newPassword: string
  token: string
  otherToken: string
  /** The one-time code. */
  code: string
  productId: number
  price: number
  addressId: number
  otherAddressId: number
  orderId: number
  secondOrderId: number
  keyedOrderId: number
}>

export type StagingAccount = { email: string; phone: string; password: string }

export type ProviderStep = StagingStep<StagingValues>

/** How messages refer to the values. */
export const STAGING_VALUE_LABELS: Record<keyof StagingValues, string> = {
  run: 'the name of the run',
  account: 'the account',
  other: 'the second account',
  newPassword: 'a new password',
  token: 'a token of the registered account',
  otherToken: 'a token of the second account',
  code: 'a one-time code (PROVIDER_CODE or PROVIDER_CODE_COMMAND)',
  productId: 'a product in stock',
  price: 'the price of a product',
  addressId: 'the id of the saved address',
  otherAddressId: 'the id of the second account’s address',
  orderId: 'the id of the order',
  secondOrderId: 'the id of a second order',
  keyedOrderId: 'the id of an order with an Idempotency-Key',
}

/** @param more the other fields; `body` is short for a request with only a body */
export function step(
  name: string,
  title: string,
  status: number,
  more: Partial<ProviderStep> & { body?: (values: Required<StagingValues>) => unknown } = {},
): ProviderStep {
  const { body, ...fields } = more
  return {
    name,
    title,
    status,
    ...fields,
    ...(body ? { request: (values) => ({ body: body(values) }) } : {}),
  }
}

type Extraction = Required<Pick<ProviderStep, 'outputs' | 'extract'>>

/** Extracts an id from a field of the response. */
export function idFrom(name: keyof StagingValues, fieldName: string): Extraction {
  return { outputs: [name], extract: (body) => idValue(name, idOf(field(body, fieldName))) }
}

/**
 * Extracts the highest id among the matching rows of a list, unless the id is already known. Needed because public
 * builds return no id for added rows.
 */
export function newestIdFrom(
  name: keyof StagingValues,
  test: (row: Record<string, unknown>, values: StagingValues) => boolean,
): Extraction {
  return {
    outputs: [name],
    extract: (body, values) => {
      const rows = objectsOf(body).filter((row) => test(row, values))
      const ids = rows.flatMap((row) => idOf(row.id) ?? []).map(Number)
      return values[name] === undefined && ids.length > 0 ? idValue(name, Math.max(...ids)) : {}
    },
  }
}

export function tokenFrom(name: 'token' | 'otherToken'): Extraction {
  return {
    outputs: [name],
    extract: (body) => {
      const token = field(body, 'token')
      return typeof token === 'string' && token !== '' ? { [name]: token } : {}
    },
  }
}

function idValue(name: keyof StagingValues, id: string | number | null): StagingValues {
  return id === null ? {} : { [name]: Number(id) }
}

/** Maximum number of orders that a run places. */
const STAGING_ORDERS = 6

/** Lists of products, any of which may have drifted. */
export const PRODUCT_LISTS = ['products.latest', 'products.search', 'categories.products']

/** Generates accounts that can be recognised as test data, and chooses the cheapest product in stock. */
export function stagingValues(
  { run, mailDomain }: StagingOptions,
  bodyOf: (name: string) => unknown,
): StagingValues {
  const account = (name: string, lastDigit: string): StagingAccount => ({
    email: `contract-test-${name}@${mailDomain}`,
    phone: `+2567${digitsOf(run)}${lastDigit}`,
    // Not the run's name, because reports redact all parts of passwords and would redact the name everywhere.
    password: `first.${digitsOf(run)}.Zq`,
  })
  const [cheapest] = PRODUCT_LISTS.flatMap((name) => productsOf(bodyOf(name)))
    .filter(
      (product) =>
        idOf(product.id) !== null &&
        Number(product.total_stock) > STAGING_ORDERS &&
        Number(product.price) > 0,
    )
    .sort((a, b) => Number(a.price) - Number(b.price))
  return {
    run,
    account: account(run, '1'),
    other: account(`${run}-other`, '2'),
    newPassword: `second.${digitsOf(run)}.Zq`,
    ...(cheapest ? { productId: Number(cheapest.id), price: Math.round(Number(cheapest.price)) } : {}),
  }
}

/** Derives seven digits from the name of a run, so that each run registers different phone numbers. */
function digitsOf(run: string): string {
  const sum = [...run].reduce((total, char) => (total * 31 + char.charCodeAt(0)) % 10_000_000, 7)
  return String(sum).padStart(7, '0')
}
