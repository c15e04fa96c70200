import type { SuccessOf } from 'contracts/endpoint'
import { useDeferredValue, useState } from 'react'
import type { Control } from '../../../src/control-api/control.ts'
import { MAX_LISTED_PRODUCTS, stockControl } from '../../../src/control-api/stock.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import { CommandButton } from '../ui/command-button.tsx'
import { Field, RequestForm, toNumbers, useForm } from '../ui/form.tsx'
import { ViewHeading } from '../ui/panel.tsx'
import { QueryList } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/values.tsx'

export function StockView() {
  const [searchText, setSearchText] = useState('')
  const name = useDeferredValue(searchText.trim())
  const stock = useControl('GET /stock', name === '' ? {} : { name })

  return (
    <>
      <ViewHeading title="Stock">
        The stock and the prices of products, in shillings. At most {MAX_LISTED_PRODUCTS} products are shown.
      </ViewHeading>
      <Field
        label="Name contains"
        type="search"
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <QueryList
        query={stock}
        name="products"
        items={stock.data?.products}
        emptyState={['No such product.', 'Try a shorter part of its name.']}
      >
        {(product) => <ProductRow key={product.id} {...product} />}
      </QueryList>
    </>
  )
}

type StockedProduct = SuccessOf<Control['stock']['change']>

/** Typed values are kept until they are saved, even if the stock changes in the meantime. */
function ProductRow({ id, name, stock, price }: StockedProduct) {
  const successMessage = `Product ${id} is changed.`
  const form = useForm({
    schema: stockControl.change.body,
    initial: {},
    toBody: (draft) => ({ id, ...toNumbers(draft) }),
    send: (body) => runCommand(() => control('POST /stock', { body }), successMessage),
  })
  const label = name ?? `product ${id}`
  const [stockLabel, priceLabel] = [`Stock of ${label}`, `Price of ${label} in shillings`]
  return (
    <li className="list-group-item actions product-row">
      <div className="flex-fill">
        <strong>{name ?? 'unnamed'}</strong>
        <p className="text-body-secondary">
          Product {id} {stock === 0 && <StatusBadge tone="danger">sold out</StatusBadge>}
        </p>
      </div>
      <RequestForm
        form={form}
        className="actions align-items-end"
        submitLabel="Save"
        submitName={`Save ${label}`}
        disabled={Object.keys(form.draft).length === 0}
      >
        <Field
          label="Stock"
          inputMode="numeric"
          aria-label={stockLabel}
          {...form.field('stock', `${stock}`)}
        />
        <Field
          label="Price"
          inputMode="numeric"
          aria-label={priceLabel}
          {...form.field('price', `${price}`)}
        />
        <CommandButton
          label="Sell out"
          name={`Sell out ${label}`}
          disabled={stock === 0}
          send={() => control('POST /stock', { body: { id, stock: 0 } })}
          successMessage={successMessage}
        />
      </RequestForm>
    </li>
  )
}
