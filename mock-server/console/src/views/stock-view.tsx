import { type FormEvent, useEffect, useState } from 'react'
import { control } from '../control.ts'
import { formatCount } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/panel.tsx'

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 250

/** Finds products by part of their name, and changes their stock and price. */
export function StockView() {
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setName(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const polled = useControl('GET /stock', 2000, name === '' ? {} : { name })
  const { busy, run } = useCommand()

  return (
    <>
      <h1 tabIndex={-1}>Stock</h1>
      <p className="lead">Sell out a product that is in a cart, or change its price.</p>
      <TextField label="Name contains" type="search" value={typed} onType={setTyped} />
      <Loaded query={polled} what="The stock">
        {({ products }) =>
          products.length === 0 ? (
            <EmptyState title="No such product.">Try a shorter part of its name.</EmptyState>
          ) : (
            <>
              <p className="muted">
                {products.length === 50
                  ? 'The first 50 products; search for others.'
                  : formatCount(products.length, 'product')}
              </p>
              <ul className="rows stock">
                {products.map((product) => (
                  <StockRow
                    key={product.id}
                    product={product}
                    busy={busy}
                    onSave={(change) =>
                      run(
                        () => control('POST /stock', { body: { id: product.id, ...change } }),
                        `Product ${product.id} is changed.`,
                      )
                    }
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </>
  )
}

type Props = {
  product: { id: number; name: string | null; stock: number; price: number }
  busy: boolean
  onSave: (change: { stock?: number; price?: number }) => Promise<boolean>
}

const WHOLE = /^\d{1,9}$/

/** Typed values are kept until they are saved, even if the stock changes in the meantime. */
function StockRow({ product, busy, onSave }: Props) {
  const [stock, setStock] = useState<string | null>(null)
  const [price, setPrice] = useState<string | null>(null)
  const label = product.name ?? `product ${product.id}`
  const changed = stock !== null || price !== null
  const right = WHOLE.test(stock ?? '0') && WHOLE.test(price ?? '0')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!changed || !right) return
    const saved = await onSave({
      ...(stock === null ? {} : { stock: Number(stock) }),
      ...(price === null ? {} : { price: Number(price) }),
    })
    if (!saved) return
    setStock(null)
    setPrice(null)
  }

  return (
    <li>
      <div>
        <strong>{product.name ?? 'unnamed'}</strong>
        <p className="muted">
          Product {product.id}
          {product.stock === 0 && <span className="chip fault">sold out</span>}
        </p>
      </div>
      <form className="amounts" onSubmit={(event) => void submit(event)}>
        <label>
          Stock
          <input
            inputMode="numeric"
            aria-label={`Stock of ${label}`}
            aria-invalid={!WHOLE.test(stock ?? '0') || undefined}
            value={stock ?? product.stock}
            onChange={(event) => setStock(event.target.value)}
          />
        </label>
        <label>
          UGX
          <input
            inputMode="numeric"
            aria-label={`Price of ${label} in shillings`}
            aria-invalid={!WHOLE.test(price ?? '0') || undefined}
            value={price ?? product.price}
            onChange={(event) => setPrice(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={busy || !changed || !right} aria-label={`Save ${label}`}>
          Save
        </Button>
        <Button
          disabled={busy || product.stock === 0}
          aria-label={`Sell out ${label}`}
          onClick={() => void onSave({ stock: 0 })}
        >
          Sell out
        </Button>
      </form>
    </li>
  )
}
