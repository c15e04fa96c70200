// URLs of the host's image files, which are outside /api/v1. This module has no imports, because it is part of the
// shop's first load.

/** Length of the base URL in a category's `image_fullpath`. The provider's deployment determines it. */
export const CATEGORY_IMAGE_BASE_LENGTH = 33

/** The file that is requested for products without an image. */
export const DEFAULT_PRODUCT_IMAGE = 'default.png'

/** Encodes a text, such as a file name, as a path segment. Trap: encodeURIComponent throws for a lone surrogate. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}

/** Returns `{host}/product/{file}`, the first location of a product image. */
export function productImagePath(file: string): string {
  return `/product/${encodeSegment(file)}`
}

/** Returns `{host}/storage/product/{file}`, the fallback location of a product image. */
export function storedProductImagePath(file: string): string {
  return `/storage/product/${encodeSegment(file)}`
}

/** Returns the path of a product image on older hosts. Source R1: `{host}/storage/app/public/product/{file}`. */
export function olderStoredProductImagePath(file: string): string {
  return `/storage/app/public/product/${encodeSegment(file)}`
}

/** Returns `{host}/storage/banner/{file}`. */
export function bannerImagePath(file: string): string {
  return `/storage/banner/${encodeSegment(file)}`
}

/**
 * Returns the URL of a category image: `storage/` is inserted between the base and the path of `image_fullpath`. The
 * base is its first 33 characters if the 33rd is a slash, otherwise its origin. (33 is the length of the base on one
 * specific host. On any other host, the split would be in the middle of a name.)
 * @returns null if the text is not an absolute http(s) URL
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
