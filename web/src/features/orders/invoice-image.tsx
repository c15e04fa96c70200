import { useState } from 'react'

/** A product image. Tries each URL once in order, and finally shows "No Image". */
export function InvoiceImage({ urls, name }: { urls: readonly string[]; name: string }) {
  const [failures, setFailures] = useState(0)
  const url = urls[failures]
  return url === undefined ? (
    <span className="invoice-image">No Image</span>
  ) : (
    <img
      key={url}
      className="invoice-image"
      src={url}
      alt={name}
      width={40}
      height={48}
      onError={() => setFailures(failures + 1)}
    />
  )
}
