/** Reads the figures of an EAN-13 barcode in the picture that a video shows now; null where it finds none. */
export type BarcodeReader = (video: HTMLVideoElement) => Promise<string | null>

/** The browser's own reader, where it has one: not yet in the types of the DOM. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const FORMAT = 'ean_13'

/** The browser's reader, else a library's. Throws when that does not load. */
export async function openReader(): Promise<BarcodeReader> {
  const { BarcodeDetector } = window as Window & { BarcodeDetector?: DetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector && formats.includes(FORMAT)) {
    const detector = new BarcodeDetector({ formats: [FORMAT] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const { readBarcode } = await import('./barcode-picture.ts')
  return async (video) => readBarcode(video)
}
