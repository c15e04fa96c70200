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

/** Widths in pixels that a picture is asked for in, where the host can make them. */
const WIDTHS = [160, 320, 480, 800, 1200]

/**
 * The `srcset` of a picture.
 * @param template of a host or CDN that resizes, such as `{url}?w={width}`; '' for one that does not
 * @returns undefined without a template: then there is the one address only
 */
export function pictureSrcSet(template: string, url: string): string | undefined {
  if (template === '') return undefined
  const address = (width: number) =>
    template
      .replaceAll('{encoded-url}', () => encodeURIComponent(url))
      .replaceAll('{url}', () => url)
      .replaceAll('{width}', String(width))
  return WIDTHS.map((width) => `${address(width).replaceAll(' ', '%20')} ${width}w`).join(', ')
}
