import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { formatSum } from '../domain/money.ts'
import { readState } from '../domain/navigation-state.ts'
import { buyable, type TodaysProducts } from '../domain/product.ts'
import { addLines } from '../features/cart/add-lines.ts'
import { useTodaysProducts } from '../features/catalogue/todays-products.ts'
import { ListEditor } from '../features/school-list/list-editor.tsx'
import { ListLines } from '../features/school-list/list-lines.tsx'
import { type ListLine, listMessage, listUrl, type SchoolList } from '../features/school-list/list-link.ts'
import { ListSheet } from '../features/school-list/list-sheet.tsx'
import { NoList } from '../features/school-list/no-list.tsx'
import { useTicks } from '../features/school-list/ticks.ts'
import { useSchoolList } from '../features/school-list/use-school-list.ts'
import { Alternatives } from '../features/search/alternatives.tsx'
import { Failure } from '../ui/feedback/failure.tsx'
import { Field } from '../ui/form/field.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { AsOf } from '../ui/page/as-of.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'
import '../features/school-list/school-list.scss'
import { ShareWays } from '../ui/page/share-ways.tsx'

/** The page for viewing, buying, editing and sharing the school list in the URL. */
export function ListPage() {
  const { list, fragment, change } = useSchoolList()
  const title = (typeof list === 'string' ? '' : list.title) || 'School list'
  return (
    <div className="shell page">
      <PageHead title={title} facts={{ hidden: true }} />
      {list === 'reading' ? (
        <Spinner fillsPage />
      ) : list === 'none' ? (
        <NoList isBroken={false} />
      ) : list === 'broken' ? (
        <NoList isBroken />
      ) : (
        <OpenedList title={title} list={list} fragment={fragment} onChange={change} />
      )}
    </div>
  )
}

type OpenedProps = {
  title: string
  list: SchoolList
  fragment: string
  onChange: (next: SchoolList) => void
}

function OpenedList({ title, list, fragment, onChange }: OpenedProps) {
  const { isNew, asQuotation } = readState<{ isNew: boolean; asQuotation: boolean }>(useLocation().state)
  const [isEditing, setEditing] = useState(isNew === true)
  const { products, at, retry } = useTodaysProducts(list.lines)
  const [ticked, toggle] = useTicks(list.lines)
  const [problems, setProblems] = useState<string[]>([])
  const [isQuotation, setQuotation] = useState(asQuotation === true)
  const [buyer, setBuyer] = useState('')
  const url = listUrl(window.location.origin, fragment)
  const { qr, print } = usePrint(url)

  const rest = list.lines.filter(({ id }) => !ticked.has(id))
  const total = sumOf(list.lines, products)
  const restSum = sumOf(rest, products)
  const canBuy = rest.some((line) => buyable(line, products.get(line.id)) > 0)
  const hasFailed = [...products.values()].includes('failed')

  const buy = () => {
    // Without reasons, because each line above already shows why the product is unavailable.
    setProblems(
      addLines(rest, products).map(({ name, quantity, added }) =>
        added === 0 ? `${name} wasn't added.` : `${name}: we added ${added} of ${quantity}.`,
      ),
    )
  }

  if (isEditing) return <ListEditor list={list} onChange={onChange} onDone={() => setEditing(false)} />
  return (
    <>
      <p className="muted">
        Tick what you already have, then add the rest to your cart.
        <AsOf at={at} />
      </p>
      {hasFailed ? <Failure message="Some of today's prices didn't load." onRetry={retry} /> : null}
      <ListLines
        lines={list.lines}
        products={products}
        ticked={ticked}
        onTick={toggle}
        alternatives={(line) => <Alternatives {...line} />}
      />
      <div className="sheet list-foot">
        <p className="list-total">
          <span>{ticked.size === 0 ? 'Total' : 'Total of the rest'}</span>
          <span className="money">{restSum === null ? '–' : formatSum(restSum)}</span>
        </p>
        <button type="button" className="btn btn-primary w-100" disabled={!canBuy} onClick={buy}>
          {ticked.size === 0 ? 'Add all to cart' : 'Add the rest to cart'}
        </button>
        <div role="status">
          {problems.map((problem) => (
            <p key={problem} className="list-short">
              {problem}
            </p>
          ))}
        </div>
      </div>
      <fieldset className="list-quotation">
        <legend className="visually-hidden">Printing</legend>
        <label className="form-check">
          <input
            type="checkbox"
            className="form-check-input"
            checked={isQuotation}
            onChange={(event) => setQuotation(event.target.checked)}
          />{' '}
          Print as a quotation
        </label>
        {isQuotation ? (
          <Field
            label="Buyer"
            name="buyer"
            value={buyer}
            onChange={setBuyer}
            maxLength={80}
            autoComplete="organization"
          />
        ) : null}
      </fieldset>
      <ShareWays
        title={title}
        message={listMessage({ title, lines: list.lines.length, total, url })}
        copy={{
          text: url,
          label: 'Copy link',
          done: 'Link copied.',
          byHand: 'Copy the link:',
        }}
        onPrint={print}
      />
      <p className="list-ways">
        <button type="button" className="link-button" onClick={() => setEditing(true)}>
          Change this list
        </button>
      </p>
      <ListSheet list={list} products={products} total={total} qr={qr} buyer={isQuotation ? buyer : null} />
    </>
  )
}

type Qr = readonly (readonly boolean[])[]

/** Returns a function that prints the list with its QR code, or without it if the library fails to load. */
function usePrint(url: string): { qr: Qr | null; print: () => void } {
  const [printed, setPrinted] = useState<{ qr: Qr | null; times: number }>({ qr: null, times: 0 })
  useEffect(() => {
    if (printed.times > 0) window.print()
  }, [printed])
  const print = async () => {
    const qr = await import('uqr').then(
      ({ encode }) => encode(url, { border: 0, ecc: 'L' }).data,
      () => null,
    )
    setPrinted(({ times }) => ({ qr, times: times + 1 }))
  }
  return { qr: printed.qr, print: () => void print() }
}

/** Returns today's total in shillings; null while a price is unknown. Ignores products that are no longer sold. */
function sumOf(lines: readonly ListLine[], products: TodaysProducts): number | null {
  let sum = 0
  for (const line of lines) {
    const product = products.get(line.id)
    if (product === 'gone') continue
    if (product === undefined || typeof product === 'string' || product.price === null) return null
    sum += product.price * line.quantity
  }
  return sum
}
