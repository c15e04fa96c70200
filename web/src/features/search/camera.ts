const TYPE_IT = 'or type the number under the barcode.'

/** Why a camera did not open, as a sentence for the shopper. */
const SENTENCES: Record<string, string> = {
  NotAllowedError: `The camera is not allowed here: allow it in your browser’s settings, ${TYPE_IT}`,
  SecurityError: `The camera is not allowed here: allow it in your browser’s settings, ${TYPE_IT}`,
  NotFoundError: `There is no camera on this device: please search by title, ${TYPE_IT}`,
  OverconstrainedError: `There is no camera on this device: please search by title, ${TYPE_IT}`,
  NotReadableError: `Another app is using the camera: close it and try again, ${TYPE_IT}`,
}

/** The sentence for what `openCamera`, or a video that was to show its picture, has thrown. */
export function cameraSentence(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return SENTENCES[name] ?? `The camera did not open: try again, ${TYPE_IT}`
}

/** Opens the camera on the back, where there is one. Throws what `cameraSentence` has a sentence for. */
export function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
