import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { ProductImage } from '../../../ui/media/product-image.tsx'

/** The width at which the text of an inside page can be read, as in product.scss. */
const ZOOMED_SIZES = '40rem'

/** A point of the image, as shares of its width and height. */
type Point = { x: number; y: number }
const CENTRE: Point = { x: 0.5, y: 0.5 }

/** The whole image, as large as its dialog. A tap enlarges it further at that point, and the dialog scrolls. */
export function EnlargedImage({ file, name }: { file: string | null; name: string }) {
  const [zoomedAt, setZoomedAt] = useState<Point | null>(null)
  const button = useRef<HTMLButtonElement>(null)

  useLayoutEffect(() => {
    const view = button.current?.parentElement
    if (!view || zoomedAt === null) return
    view.scrollLeft = zoomedAt.x * view.scrollWidth - view.clientWidth / 2
    view.scrollTop = zoomedAt.y * view.scrollHeight - view.clientHeight / 2
  }, [zoomedAt])

  const toggle = ({ detail, clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // A key has no position.
    const point = detail === 0 ? CENTRE : { x: (clientX - left) / width, y: (clientY - top) / height }
    setZoomedAt((zoomed) => (zoomed === null ? point : null))
  }
  return (
    <button
      ref={button}
      type="button"
      className={`product-enlarged ${zoomedAt === null ? '' : 'is-zoomed'}`}
      aria-label={zoomedAt === null ? 'Zoom in' : 'Zoom out'}
      onClick={toggle}
    >
      <ProductImage file={file} name={name} eager sizes={ZOOMED_SIZES} isRequested />
    </button>
  )
}
