/** The Barcode Detection API, which TypeScript's DOM types lack. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const FORMAT = 'ean_13'

const detectorClass = () => (window as Window & { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Returns a detector of the barcodes on books. @throws if the browser has none */
export function createBarcodeDetector(): Detector {
  const BarcodeDetector = detectorClass()
  if (!BarcodeDetector) throw new Error('This browser has no BarcodeDetector.')
  return new BarcodeDetector({ formats: [FORMAT] })
}

/** Whether there is a camera and a reader for the barcodes on books, as in Chrome on Android. Prompts for nothing. */
export async function canScanBarcodes(): Promise<boolean> {
  const formats = await detectorClass()?.getSupportedFormats()
  if (!formats?.includes(FORMAT)) return false
  // Newer: only in browsers with a reader. `mediaDevices` is undefined on insecure origins.
  const devices = await navigator.mediaDevices?.enumerateDevices()
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false
}
