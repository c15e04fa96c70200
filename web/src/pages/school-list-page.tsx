import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { paths, shopSearchPath } from '../config/paths.ts'
import { buyableQuantity, type CurrentProducts } from '../domain/current-product.ts'
import { formatMoney, formatRounding, formatSum } from '../domain/money.ts'
import { readState, type SpecialOrderState } from '../domain/navigation-state.ts'
import { preOrderState } from '../domain/pre-order-state.ts'
import { isInStock, type ShopProduct } from '../domain/product.ts'
import { coversClassesOf, schoolClassesOf } from '../domain/school-class.ts'
import { addLinesWithinStock, explainShortfall } from '../features/cart/add-lines.ts'
import { useCurrentProducts } from '../features/catalogue/use-current-products.ts'
import { ListEditor } from '../features/school-list/list-editor.tsx'
import { ListLines } from '../features/school-list/list-lines.tsx'
import { type ListLine, listUrl, type SchoolList } from '../features/school-list/list-link.ts'
import { formatQuotationLine, ListSheet, usePrint } from '../features/school-list/list-sheet.tsx'
import { listMessage, listTotal } from '../features/school-list/list-total.ts'
import { ShareWays } from '../features/school-list/share-ways.tsx'
import { useSchoolList, useTicks } from '../features/school-list/use-school-list.ts'
import { searchQuery } from '../features/search/queries.ts'
import { useLocation } from '../platform/location.ts'
import { EmptyState, Failure } from '../ui/feedback/load-states.tsx'
import { Field } from '../ui/form/field.tsx'
import { Spinner } from '../ui/loading/placeholders.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { AsOf } from '../ui/page/as-of.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/school-list/school-list.scss'

export default function SchoolListPage() {
  const { list, fragment, change, openedCount } = useSchoolList()
  const { asQuotation } = readState<{ asQuotation: boolean }>(useLocation().state)
  const title = (typeof list === 'string' ? '' : list.title) || (asQuotation ? 'Quotation' : 'School list')
  return (
    <div className="shell page">
      <PageHead title={title} metadata={{ isHidden: true }} />
      {list === 'reading' ? (
        <Spinner fillsPage />
      ) : typeof list === 'string' ? (
        <NoList isBroken={list === 'broken'} />
      ) : (
        <OpenedList key={openedCount} title={title} list={list} fragment={fragment} onChange={change} />
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
  const { products, at, retry } = useCurrentProducts(list.lines)
  const [ticked, toggle] = useTicks(list.lines)
  const isForBuyer = asQuotation === true
  const rest = isForBuyer ? list.lines : list.lines.filter(({ id }) => !ticked.has(id))
  const hasFailed = [...products.values()].some(({ status }) => status === 'failed')

  // The clicked button is removed with its view, so the focus moves to the start of the other.
  const switchTo = (shouldEdit: boolean) => {
    // After a reload or Back, a list that was made is shown, not edited again.
    window.history.replaceState({ ...window.history.state, usr: null }, '')
    flushSync(() => setEditing(shouldEdit))
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>(shouldEdit ? 'main [name=title]' : 'main h1')?.focus()
  }
  if (isEditing) return <ListEditor list={list} onChange={onChange} onDone={() => switchTo(false)} />
  // A list that is still being encoded has no link.
  const ways = fragment !== '' && (
    <PrintAndShare
      title={title}
      list={list}
      products={products}
      fragment={fragment}
      isForBuyer={isForBuyer}
    />
  )
  return (
    <>
      {isForBuyer ? ways : null}
      <p className="muted mb-3">
        {isForBuyer ? null : 'Tick what you already have, then add the rest to your cart.'}
        <AsOf at={at} />
      </p>
      {hasFailed ? <Failure message="Some of today's prices didn't load." onRetry={retry} /> : null}
      <ListLines
        lines={list.lines}
        products={products}
        ticks={isForBuyer ? undefined : { ticked, onTick: toggle }}
        alternatives={(line, product) => <Alternatives line={line} product={product} />}
      />
      <BuyRest
        key={rest.map(({ id, quantity }) => `${id}x${quantity}`).join()}
        rest={rest}
        isWhole={rest.length === list.lines.length}
        products={products}
      />
      {isForBuyer ? null : ways}
      <button type="button" className="btn btn-outline-secondary mt-3" onClick={() => switchTo(true)}>
        Change this list
      </button>
    </>
  )
}

type RestProps = { rest: readonly ListLine[]; isWhole: boolean; products: CurrentProducts }

function BuyRest({ rest, isWhole, products }: RestProps) {
  const [problems, setProblems] = useState<string[]>([])
  const { sum, exclusions } = listTotal(rest, products)
  const canBuy = rest.some((line) => buyableQuantity(line, products.get(line.id)) > 0)
  const addToCart = () => setProblems(addLinesWithinStock(rest, products).map(explainShortfall))
  return (
    <div className="sheet mt-3">
      {sum === null
        ? null
        : exclusions.map((exclusion) => (
            <p key={exclusion} className="small muted">
              {exclusion}
            </p>
          ))}
      {sum !== null && formatRounding(sum) && (
        <p className="d-flex justify-content-between mb-0 small muted">
          <span>Rounding</span> <span className="money">{formatRounding(sum)}</span>
        </p>
      )}
      <p className="d-flex justify-content-between large strong mb-3">
        <span>{isWhole ? 'Total' : 'Total of the rest'}</span>
        <span className="money">{sum === null ? '–' : formatSum(sum)}</span>
      </p>
      <button type="button" className="btn btn-primary w-100" disabled={!canBuy} onClick={addToCart}>
        {isWhole ? 'Add all to cart' : 'Add the rest to cart'}
      </button>
      <div role="status">
        {problems.map((problem, position) => (
          <p key={`${position} ${problem}`} className="field-error mt-2">
            {problem}
          </p>
        ))}
      </div>
    </div>
  )
}

type PrintProps = Omit<OpenedProps, 'onChange'> & {
  products: CurrentProducts
  /** Whether the list was opened as a quotation. */
  isForBuyer: boolean
}

function PrintAndShare({ title, list, products, fragment, isForBuyer }: PrintProps) {
  const [isQuotation, setQuotation] = useState(isForBuyer)
  const [buyer, setBuyer] = useState('')
  const url = listUrl(window.location.origin, fragment)
  const { qr, print } = usePrint(url)
  const total = listTotal(list.lines, products)
  return (
    <>
      <div className="mt-3">
        <ShareWays
          title={title}
          message={listMessage({ title, lines: list.lines.length, total, url })}
          url={url}
        />
      </div>
      <fieldset className="d-flex flex-wrap align-items-center gap-2 mb-2">
        <legend className="visually-hidden">Printing</legend>
        {isForBuyer ? null : (
          <label className="form-check mb-0">
            <input
              type="checkbox"
              className="form-check-input"
              checked={isQuotation}
              onChange={(event) => setQuotation(event.target.checked)}
            />{' '}
            Print as a quotation
          </label>
        )}
        {isQuotation ? (
          <div className="w-100">
            <p>{formatQuotationLine(list, Date.now())}</p>
            <Field
              label="Buyer"
              name="buyer"
              value={buyer}
              onChange={setBuyer}
              maxLength={80}
              autoComplete="organization"
            />
          </div>
        ) : null}
        <button type="button" className="btn btn-outline-secondary" onClick={print}>
          <Icon name="receipt" />
          Print
        </button>
      </fieldset>
      <ListSheet list={list} products={products} total={total} qr={qr} buyer={isQuotation ? buyer : null} />
    </>
  )
}

function NoList({ isBroken }: { isBroken: boolean }) {
  return (
    <EmptyState
      title={
        isBroken
          ? "We can't open this list because its link is incomplete. Ask for the link again."
          : "This link doesn't contain a list."
      }
      text="To make your own list, fill your cart. Then tap “Other ways to order” and “School list” there."
      leadsTo={{ to: paths.shop, text: 'Shop now' }}
    />
  )
}

type AlternativesProps = {
  line: ListLine
  /** null if it is no longer sold. */
  product: ShopProduct | null
}

/**
 * Ways to get a line that can't be bought in full: the pre-order and, instead of what is sold out, similar products.
 */
function Alternatives({ line, product }: AlternativesProps) {
  const missing = product
    ? line.quantity - buyableQuantity(line, { status: 'listed', product })
    : line.quantity
  const request: SpecialOrderState = product
    ? preOrderState(product, missing, { added: 0, missing })
    : { item_name: line.name, quantity: missing }
  const hasNone = missing === line.quantity
  return (
    <ul className="list-alternatives">
      <li>
        <Link to={paths.specialOrder} state={request}>
          <Icon name="clock" />
          {product === null ? 'Ask us to find it' : hasNone ? 'Pre-order it' : `Pre-order ${missing} more`}
        </Link>
      </li>
      {hasNone ? <SameClassProducts line={line} product={product} /> : null}
    </ul>
  )
}

/** The number of words to search for. The first words of a name usually contain the subject. */
const SEARCHED_WORDS = 2
const MAX_ALTERNATIVES = 2

/** Products for the same school class, because a school doesn't accept another. */
function SameClassProducts({ line, product: listed }: AlternativesProps) {
  const wanted = listed ?? { name: line.name, description: '' }
  const words = wanted.name.split(/\s+/).slice(0, SEARCHED_WORDS).join(' ')
  // A discontinued product has no description, so its class is read from the name only.
  const isClassKnown = listed !== null || schoolClassesOf(wanted).length > 0
  const { data } = useQuery(searchQuery(isClassKnown ? words : ''))
  const alternatives = (data?.products ?? [])
    .filter(
      (product) =>
        product.id !== null &&
        product.id !== line.id &&
        isInStock(product) &&
        coversClassesOf(product, wanted),
    )
    .slice(0, MAX_ALTERNATIVES)
  return (
    <>
      {alternatives.map((product) => (
        <li key={product.id}>
          <Link className="list-alternative" to={paths.product(product.id ?? 0)}>
            <Icon name="chevron-right" />
            <span>
              <span>{product.name}</span>{' '}
              {product.price === null ? null : <span className="money">{formatMoney(product.price)}</span>}
            </span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={shopSearchPath(words)}>
          <Icon name="search" />
          Search for “{words}”
        </Link>
      </li>
    </>
  )
}
