import { useEffect, useRef, useState } from 'react'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { readIsbn } from './isbn.ts'
import './barcode.scss'

/** Between two looks at the picture, and until a word of help, in milliseconds. */
const PAUSE_MS = 150
const HELP_AFTER_MS = 12_000

const HOLD = 'Hold the book so that its barcode fills the frame.'
const HELP = 'It is hard to read: try more light and a steady hand, or type the number under the barcode.'
const NO_BOOK = 'This is not a book’s barcode: those begin with 978 or 979.'
const NO_READER = 'The barcode reader did not load: check your connection and try again.'

type State = { kind: 'starting' | 'looking'; text: string } | { kind: 'failed'; text: string }

/** The camera's picture, until a book's barcode is read in it. Each thing that can fail has a sentence. */
export function BarcodeCamera({ onIsbn }: { onIsbn: (isbn: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<State>({ kind: 'starting', text: HOLD })
  const finish = useRef(onIsbn)
  useEffect(() => {
    finish.current = onIsbn
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try starts all over
  useEffect(() => {
    const screen = video.current
    if (!screen) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const look = async () => {
      const read = await openReader().catch(() => null)
      if (isOver) return
      if (!read) return setState({ kind: 'failed', text: NO_READER })
      try {
        stream = await openCamera()
        if (isOver) return closeCamera(stream)
        screen.srcObject = stream
        await screen.play()
      } catch (error) {
        if (!isOver) setState({ kind: 'failed', text: cameraSentence(error) })
        return
      }
      const began = Date.now()
      setState({ kind: 'looking', text: HOLD })
      const again = async () => {
        // A picture that cannot be read now may be in a moment.
        const measurements = await read(screen).catch(() => null)
        if (isOver) return
        const isbn = readIsbn(measurements)
        if (isbn !== null) return finish.current(isbn)
        if (measurements !== null) setState({ kind: 'looking', text: NO_BOOK })
        else if (Date.now() - began > HELP_AFTER_MS) setState({ kind: 'looking', text: HELP })
        timer = setTimeout(() => void again(), PAUSE_MS)
      }
      void again()
    }
    setState({ kind: 'starting', text: HOLD })
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
      if (stream) closeCamera(stream)
    }
  }, [tries])

  const hasFailed = state.kind === 'failed'
  return (
    <div className="barcode">
      <div className="barcode-frame" hidden={hasFailed}>
        <video ref={video} muted playsInline aria-label="The camera’s picture" />
        {state.kind === 'starting' ? <Spinner label="Opening the camera..." /> : null}
      </div>
      <p role="status">{state.text}</p>
      {hasFailed ? (
        <button type="button" className="btn btn-outline-secondary" onClick={() => setTries(tries + 1)}>
          Try again
        </button>
      ) : null}
    </div>
  )
}

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
function cameraSentence(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return SENTENCES[name] ?? `The camera did not open: try again, ${TYPE_IT}`
}

/** Opens the camera on the back, where there is one. Throws what `cameraSentence` has a sentence for. */
function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Reads the figures of an EAN-13 barcode in the picture that a video shows now; null where it finds none. */
type BarcodeReader = (video: HTMLVideoElement) => Promise<string | null>

/** The browser's own reader, where it has one: not yet in the types of the DOM. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const FORMAT = 'ean_13'

/** The browser's reader, else a library's. Throws when that does not load. */
async function openReader(): Promise<BarcodeReader> {
  const { BarcodeDetector } = window as Window & { BarcodeDetector?: DetectorClass }
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (BarcodeDetector && formats.includes(FORMAT)) {
    const detector = new BarcodeDetector({ formats: [FORMAT] })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const { readBarcode } = await import('./barcode-picture.ts')
  return async (video) => readBarcode(video)
}
