/** Where image files lie on the host, outside /api/v1. Pure functions: safe for the browser's first load. */

/** The length of the base in a category's `image_fullpath`; fixed by the provider's deployment. */
export const CATEGORY_IMAGE_BASE_LENGTH = 33

/** The file that is requested for a product without a listed image. */
export const DEFAULT_PRODUCT_IMAGE = 'default.png'

/** A file name as a part of a path. trap: half of a surrogate pair alone cannot be encoded and throws. */
function pathPart(file: string): string {
  return encodeURIComponent(file.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

/** `{host}/product/{file}`: the first place of a product's image. */
export function productImagePath(file: string): string {
  return `/product/${pathPart(file)}`
}

/** `{host}/storage/product/{file}`: the second place of a product's image, on any host that serves the shop's files. */
export function storedProductImagePath(file: string): string {
  return `/storage/product/${pathPart(file)}`
}

/** Source R1: the storage is served under `{host}/storage/app/public/product/{file}`. */
export function olderStoredProductImagePath(file: string): string {
  return `/storage/app/public/product/${pathPart(file)}`
}

/** `{host}/storage/banner/{file}`. */
export function bannerImagePath(file: string): string {
  return `/storage/banner/${pathPart(file)}`
}

/**
 * The URL of a category's picture: `storage/` goes between the base and the path of `image_fullpath`.
 * The base is its first 33 characters when the 33rd ends a folder or the host, else its origin
 * (one host's length fits 33; with another the URL would break in the middle).
 * Returns null when the text is not an absolute http(s) URL.
 */
export function categoryImageUrl(imageFullpath: string | null | undefined): string | null {
  if (!imageFullpath || !/^https?:\/\//i.test(imageFullpath)) return null
  let origin: string
  try {
    origin = new URL(imageFullpath).origin
  } catch {
    return null
  }
  const base =
    imageFullpath.length > CATEGORY_IMAGE_BASE_LENGTH && imageFullpath[CATEGORY_IMAGE_BASE_LENGTH - 1] === '/'
      ? imageFullpath.slice(0, CATEGORY_IMAGE_BASE_LENGTH)
      : `${origin}/`
  const path = imageFullpath.slice(base.length).replace(/^\/+/, '')
  return path.startsWith('storage/') ? base + path : `${base}storage/${path}`
}
