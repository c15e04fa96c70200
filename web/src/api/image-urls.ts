import {
  bannerImagePath,
  DEFAULT_PRODUCT_IMAGE,
  productImagePath,
  storedProductImagePath,
} from 'contracts/images'

/** Where a product's picture is looked for, in order: the product folder, then the storage folder. */
export function productImageUrls(apiHost: string, file: string | null | undefined): [string, string] {
  const name = file || DEFAULT_PRODUCT_IMAGE
  return [apiHost + productImagePath(name), apiHost + storedProductImagePath(name)]
}

/** Where a banner's picture is. */
export function bannerImageUrl(apiHost: string, file: string): string {
  return apiHost + bannerImagePath(file)
}
