import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { ProductImage } from '../../../ui/media/product-image.tsx'

/** The width at which the text of an inside page can be read, as in product.scss. */
const ZOOMED_SIZES = '40rem'

/** A point of the image, as shares of its width and height. */
type Point = { x: number; y: number }
const CENTRE: Point = { x: 0.5, y: 0.5 }

/** The whole image, as large as its dialog. A tap enlarges it further at that point, and it scrolls within its box. */
export function EnlargedImage({ file, name }: { file: string | null; name: string }) {
  const [zoomedAt, setZoomedAt] = useState<Point | null>(null)
  const view = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = view.current
    if (!box || zoomedAt === null) return
    box.scrollLeft = zoomedAt.x * box.scrollWidth - box.clientWidth / 2
    box.scrollTop = zoomedAt.y * box.scrollHeight - box.clientHeight / 2
  }, [zoomedAt])

  const toggle = ({ detail, clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // A key has no position.
    const point = detail === 0 ? CENTRE : { x: (clientX - left) / width, y: (clientY - top) / height }
    setZoomedAt((zoomed) => (zoomed === null ? point : null))
  }
  return (
    <div ref={view} className="product-enlarged">
      <button
        type="button"
        className={zoomedAt === null ? '' : 'is-zoomed'}
        aria-label={zoomedAt === null ? 'Zoom in' : 'Zoom out'}
        onClick={toggle}
      >
        <ProductImage file={file} name={name} eager sizes={ZOOMED_SIZES} isRequested />
      </button>
    </div>
  )
}
