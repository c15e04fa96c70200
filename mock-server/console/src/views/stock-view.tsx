import { useEffect, useState } from 'react'
import { control } from '../control.ts'
import { count } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/panel.tsx'
import { StockRow } from './stock-row.tsx'

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
                  : count(products.length, 'product')}
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
