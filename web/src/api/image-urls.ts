import {
  bannerImagePath,
  DEFAULT_PRODUCT_IMAGE,
  productImagePath,
  storedProductImagePath,
} from 'contracts/images'

/** Returns the URLs of a product's image in order: product folder, then storage folder. */
export function productImageUrls(apiHost: string, file: string | null | undefined): [string, string] {
  const name = file || DEFAULT_PRODUCT_IMAGE
  return [apiHost + productImagePath(name), apiHost + storedProductImagePath(name)]
}

export function bannerImageUrl(apiHost: string, file: string): string {
  return apiHost + bannerImagePath(file)
}

/** Requested widths in pixels, if a host can resize images. */
const WIDTHS = [160, 320, 480, 800, 1200]

/**
 * Returns the `srcset` of an image.
 * @param template URL template of a host or CDN that resizes images, such as `{url}?w={width}`; '' for none
 * @returns undefined without a template
 */
export function imageSrcSet(template: string, url: string): string | undefined {
  if (template === '') return undefined
  const resizedUrl = (width: number) =>
    template
      .replaceAll('{encoded-url}', () => encodeURIComponent(url))
      .replaceAll('{url}', () => url)
      .replaceAll('{width}', String(width))
  return WIDTHS.map((width) => `${resizedUrl(width).replaceAll(' ', '%20')} ${width}w`).join(', ')
}
