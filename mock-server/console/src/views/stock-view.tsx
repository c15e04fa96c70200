import type { SuccessOf } from 'contracts/endpoint'
import { useDeferredValue, useState } from 'react'
import type { Control } from '../../../src/control-api/control.ts'
import { stockControl } from '../../../src/control-api/stock.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import { CommandButton, Field, RequestForm, toNumbers, useForm } from '../ui/form.tsx'
import { Rows, StatusBadge, ViewHead } from '../ui/panel.tsx'

export function StockView() {
  const [searchText, setSearchText] = useState('')
  const name = useDeferredValue(searchText.trim())
  const stock = useControl('GET /stock', name === '' ? {} : { name })

  return (
    <>
      <ViewHead title="Stock">
        Sell out a product that is in a cart, or change its price. At most 50 products are shown.
      </ViewHead>
      <Field
        label="Name contains"
        type="search"
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <Rows
        query={stock}
        name="products"
        items={stock.data?.products}
        empty={['No such product.', 'Try a shorter part of its name.']}
      >
        {(product) => <StockItem key={product.id} {...product} />}
      </Rows>
    </>
  )
}

type StockLevel = SuccessOf<Control['stock']['change']>

/** Typed values are kept until they are saved, even if the stock changes in the meantime. */
function StockItem({ id, name, stock, price }: StockLevel) {
  const done = `Product ${id} is changed.`
  const form = useForm({
    schema: stockControl.change.body,
    initial: {},
    toBody: (draft) => ({ id, ...toNumbers(draft) }),
    send: (body) => runCommand(() => control('POST /stock', { body }), done),
  })
  const label = name ?? `product ${id}`
  const [stockLabel, priceLabel] = [`Stock of ${label}`, `Price of ${label} in shillings`]
  return (
    <li className="list-group-item actions stock-row">
      <div className="flex-fill">
        <strong>{name ?? 'unnamed'}</strong>
        <p className="text-body-secondary">
          Product {id} {stock === 0 && <StatusBadge tone="danger">sold out</StatusBadge>}
        </p>
      </div>
      <RequestForm
        form={form}
        className="actions align-items-end"
        submit="Save"
        submitName={`Save ${label}`}
        disabled={Object.keys(form.draft).length === 0}
      >
        <Field
          label="Stock"
          inputMode="numeric"
          aria-label={stockLabel}
          {...form.field('stock', `${stock}`)}
        />
        <Field label="UGX" inputMode="numeric" aria-label={priceLabel} {...form.field('price', `${price}`)} />
        <CommandButton
          label="Sell out"
          name={`Sell out ${label}`}
          disabled={stock === 0}
          send={() => control('POST /stock', { body: { id, stock: 0 } })}
          done={done}
        />
      </RequestForm>
    </li>
  )
}
