import { useCallback, useEffect, useState } from 'react'
import { control } from '../control.ts'
import { count } from '../format.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Field } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useCommand } from '../use-command.ts'
import { usePoll } from '../use-poll.ts'
import { StockRow } from './stock-row.tsx'

/** Milliseconds of quiet before a search is asked. */
const QUIET = 250

/** Products by a part of their name, with stock and price to change. */
export function StockView() {
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setName(typed.trim()), QUIET)
    return () => clearTimeout(timer)
  }, [typed])
  const load = useCallback(
    async (signal: AbortSignal) =>
      (await control('GET /stock', { signal, query: name === '' ? {} : { name } })).products,
    [name],
  )
  const polled = usePoll(load, 2000)
  const { busy, run } = useCommand(polled.refresh)

  return (
    <>
      <h1 tabIndex={-1}>Stock</h1>
      <p className="lead">Sell out a product that is in a cart, or change its price.</p>
      <Field label="Name contains">
        {(field) => (
          <input {...field} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
      <Loaded polled={polled} what="The stock">
        {(products) =>
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
