import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { RetryButton } from '../../ui/feedback/load-states.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { createBarcodeDetector } from './barcode-detector.ts'
import { readIsbn } from './isbn.ts'
import './search-aids.scss'

/** The interval between reads and the delay before the help text, in milliseconds. */
const PAUSE_MS = 150
const HELP_AFTER_MS = 12_000

const HOLD = 'Hold the book so that its barcode fills the frame.'
const HELP =
  "We can't read it yet. Try more light, hold the book still, or type the number under the barcode."
const NO_BOOK = "This isn't a book's barcode. Those begin with 978 or 979."

type State = { kind: 'starting' | 'scanning' | 'failed'; text: string }

/** Shows the camera's view until a book's barcode is read. Shows a message for each failure. */
export function BarcodeCamera({ onIsbn }: { onIsbn: (isbn: string) => void }) {
  const { viewRef, state, retry } = useBarcodeScan(onIsbn)
  const hasFailed = state.kind === 'failed'
  return (
    <div className="d-grid gap-3">
      <div className="search-camera" hidden={hasFailed}>
        <video ref={viewRef} muted playsInline aria-label="Camera view" />
        {state.kind === 'starting' ? <Spinner label="Opening the camera..." /> : null}
      </div>
      <p role="status">{state.text}</p>
      {hasFailed ? <RetryButton onRetry={retry} /> : null}
    </div>
  )
}

/** Opens the camera in the element of `viewRef` and scans it until a book's barcode is read. */
function useBarcodeScan(onIsbn: (isbn: string) => void) {
  const viewRef = useRef<HTMLVideoElement>(null)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<State>({ kind: 'starting', text: HOLD })
  const finish = useEffectEvent(onIsbn)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry starts from the beginning
  useEffect(() => {
    const video = viewRef.current
    if (!video) return
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const scan = async () => {
      let detector: ReturnType<typeof createBarcodeDetector>
      try {
        detector = createBarcodeDetector()
        stream = await openCamera()
        if (isOver) return closeCamera(stream)
        // Newer: MDN counts `MediaSource` in workers. Streams are older.
        video.srcObject = stream
        await video.play()
      } catch (error) {
        if (!isOver) setState({ kind: 'failed', text: explainCameraError(error) })
        return
      }
      const began = Date.now()
      setState({ kind: 'scanning', text: HOLD })
      const scanAgain = async () => {
        // If a frame can't be read, a later one may be readable.
        const [code] = await detector.detect(video).catch(() => [])
        if (isOver) return
        const digits = code?.rawValue ?? null
        const isbn = readIsbn(digits)
        if (isbn !== null) return finish(isbn)
        if (digits !== null) setState({ kind: 'scanning', text: NO_BOOK })
        else if (Date.now() - began > HELP_AFTER_MS) setState({ kind: 'scanning', text: HELP })
        timer = setTimeout(() => void scanAgain(), PAUSE_MS)
      }
      void scanAgain()
    }
    setState({ kind: 'starting', text: HOLD })
    void scan()
    return () => {
      isOver = true
      clearTimeout(timer)
      if (stream) closeCamera(stream)
    }
  }, [tries])

  return { viewRef, state, retry: () => setTries(tries + 1) }
}

const TYPE_IT = 'or type the number under the barcode.'

/** Messages for errors of the camera, by the error's name. */
const CAMERA_MESSAGES: Record<string, string> = {
  NotAllowedError: `The camera is blocked. Allow it in your browser's settings, ${TYPE_IT}`,
  SecurityError: `The camera is blocked. Allow it in your browser's settings, ${TYPE_IT}`,
  NotFoundError: `This device has no camera. Search by title, ${TYPE_IT}`,
  OverconstrainedError: `This device has no camera. Search by title, ${TYPE_IT}`,
  NotReadableError: `Another app is using the camera. Close it and try again, ${TYPE_IT}`,
}

/** Returns the message for an error from the detector, `openCamera` or the video. */
function explainCameraError(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return CAMERA_MESSAGES[name] ?? `The camera didn't open. Try again, ${TYPE_IT}`
}

/** Opens a camera, preferably the back camera. @throws a DOMException, for which `explainCameraError` has a message */
function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
