import { BinaryBitmap, EAN13Reader, GlobalHistogramBinarizer, RGBLuminanceSource } from '@zxing/library'

/** The width in pixels to which the searched area is scaled down. */
const AREA_WIDTH = 960
/** The height of the searched area in the middle of the image, as a share of the image's height. */
const AREA_HEIGHT_SHARE = 0.5

const canvas = document.createElement('canvas')
const reader = new EAN13Reader()

/** Reads the digits of an EAN-13 barcode from a video's current frame; null if there is none. */
export function readBarcode(video: HTMLVideoElement): string | null {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0) return null
  const scale = Math.min(1, AREA_WIDTH / videoWidth)
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * AREA_HEIGHT_SHARE * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const top = (videoHeight * (1 - AREA_HEIGHT_SHARE)) / 2
  context.drawImage(
    video,
    ...([0, top, videoWidth, videoHeight * AREA_HEIGHT_SHARE] as const),
    ...([0, 0, canvas.width, canvas.height] as const),
  )
  return readPixels(context.getImageData(0, 0, canvas.width, canvas.height))
}

/** Reads the digits of an EAN-13 barcode in any orientation from an image; null if there is none. */
export function readPixels({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): string | null {
  const light = new Uint8ClampedArray(width * height)
  for (let at = 0; at < light.length; at++) {
    // The luminance weights of red, green and blue, multiplied by 256.
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]]
    light[at] = (red * 77 + green * 150 + blue * 29) >> 8
  }
  try {
    const source = new RGBLuminanceSource(light, width, height)
    return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source))).getText()
  } catch {
    // The library throws if it finds no barcode.
    return null
  }
}
