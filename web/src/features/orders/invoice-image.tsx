import { useState } from 'react'

/** Tries each URL once, in order, then shows "No Image". */
export function InvoiceImage({ places, name }: { places: readonly string[]; name: string }) {
  const [failures, setFailures] = useState(0)
  const place = places[failures]
  return place === undefined ? (
    <span className="invoice-image">No Image</span>
  ) : (
    <img
      key={place}
      className="invoice-image"
      src={place}
      alt={name}
      width={40}
      height={48}
      onError={() => setFailures(failures + 1)}
    />
  )
}
