import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { paths } from '../config/paths.ts'
import { useTodaysProducts } from '../features/catalogue/todays-products.ts'
import { feeOf } from '../features/delivery/fee.ts'
import { deliveryRateQuery } from '../features/delivery/queries.ts'
import type { SchoolList } from '../features/school-list/list-link.ts'
import { NoList } from '../features/school-list/no-list.tsx'
import {
  numberFor,
  quotationOf,
  readKilometres,
  saveCsv,
  saveSpreadsheet,
  useQuotationDraft,
} from '../features/school-list/quotation.ts'
import { QuotationSheet } from '../features/school-list/quotation-sheet.tsx'
import { useSchoolList } from '../features/school-list/use-school-list.ts'
import { Failure } from '../ui/feedback/failure.tsx'
import { notify } from '../ui/feedback/notify.ts'
import { Field, fieldsOf } from '../ui/form/field.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { AsOf } from '../ui/page/as-of.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'
import '../features/school-list/quotation.scss'

const DELIVERY_CHOICES = [
  { mode: 'pickup', label: 'Collected at the shop, free' },
  { mode: 'home', label: 'Delivered' },
] as const

/** The quotation for the list in the URL, with a form for the school's details. */
export function QuotationPage() {
  const { list, fragment } = useSchoolList()
  return (
    <div className="shell page">
      <PageHead title="Quotation" facts={{ hidden: true }} />
      {list === 'reading' ? (
        <Spinner fillsPage />
      ) : typeof list === 'string' ? (
        <NoList isBroken={list === 'broken'} />
      ) : (
        <QuotationView list={list} fragment={fragment} />
      )}
    </div>
  )
}

function QuotationView({ list, fragment }: { list: SchoolList; fragment: string }) {
  const [draft, change] = useQuotationDraft()
  const { products, at, retry } = useTodaysProducts(list.lines)
  const { data: rate = null } = useQuery(deliveryRateQuery())
  const day = useMemo(() => new Date(), [])
  const number = useMemo(() => numberFor(fragment, day), [fragment, day])
  const fee = feeOf({ mode: draft.delivery, distance: readKilometres(draft.kilometres), rate })
  const quotation = quotationOf(list.lines, products, fee)
  const hasFailed = [...products.values()].includes('failed')
  const isDistanceWrong = draft.kilometres !== '' && readKilometres(draft.kilometres) === null
  const errors = isDistanceWrong ? { kilometres: 'Enter the distance as a number, such as 12.5.' } : {}
  const field = fieldsOf(draft, errors, change)

  return (
    <>
      <form className="sheet quotation-form" onSubmit={(event) => event.preventDefault()}>
        <Field label="School" {...field('school')} maxLength={80} autoComplete="organization" />
        <Field label="Contact person" {...field('contact')} maxLength={80} autoComplete="name" />
        <Field
          label="Phone"
          {...field('phone')}
          maxLength={80}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <fieldset>
          <legend>Delivery</legend>
          {DELIVERY_CHOICES.map(({ mode, label }) => (
            <label key={mode} className="form-check">
              <input
                type="radio"
                className="form-check-input"
                name="delivery"
                checked={draft.delivery === mode}
                onChange={() => change({ delivery: mode })}
              />{' '}
              {label}
            </label>
          ))}
        </fieldset>
        {draft.delivery === 'home' ? (
          <Field
            label="Kilometres from the shop"
            {...field('kilometres')}
            inputMode="decimal"
            maxLength={80}
          />
        ) : null}
      </form>
      {hasFailed ? <Failure message="Some of today's prices didn't load." onRetry={retry} /> : null}
      <p className="muted">
        Today's prices and stock.
        <AsOf at={at} /> <Link to={`${paths.list}#${fragment}`}>Back to the list</Link>
      </p>
      <QuotationSheet number={number} day={day} draft={draft} quotation={quotation} />
      <div className="quotation-tools">
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          Print or save as PDF
        </button>
        <button
          type="button"
          className="btn btn-outline-secondary"
          onClick={() => saveCsv(quotation, number)}
        >
          CSV
        </button>
        <button
          type="button"
          className="btn btn-outline-secondary"
          onClick={() => {
            saveSpreadsheet(quotation, number).catch(() =>
              notify("We couldn't make the spreadsheet. Check your connection, or download the CSV.", {
                kind: 'error',
              }),
            )
          }}
        >
          Spreadsheet
        </button>
      </div>
    </>
  )
}
