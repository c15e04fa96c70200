import { type ReactNode, startTransition, useId, useOptimistic } from 'react'
import { SCHOOL_CLASSES } from '../../domain/school-class.ts'
import { hasFilters } from './filter-params.ts'
import { lastSchoolClass } from './recent-products.tsx'
import {
  type MatchCounts,
  PRICE_RANGES,
  type PriceRange,
  rangeLabel,
  rangeText,
  readFilters,
  SORTS,
  withFilter,
  withoutFilters,
} from './sort-and-filter.ts'

type Props = {
  params: URLSearchParams
  counts: MatchCounts
  /** Whether the counts cover the whole list. If not, they are not shown. */
  isWhole: boolean
  /** The number of products that match all choices; null while it is unknown. */
  matching: number | null
  onParams: (next: URLSearchParams) => void
  onClose: () => void
}

/** The form for sorting and filtering a list. Each option shows how many products match it. */
export function FilterPanel({ params, counts, isWhole, matching, onParams, onClose }: Props) {
  // The form shows a choice immediately. The URL and the list update in a transition.
  const [chosen, setChosen] = useOptimistic(params)
  const choose = (next: URLSearchParams) =>
    startTransition(() => {
      setChosen(next)
      onParams(next)
    })
  const { sort, inStock, schoolClass, price } = readFilters(chosen)
  const chooseFor = (key: Parameters<typeof withFilter>[1]) => (value: string) =>
    choose(withFilter(chosen, key, value))
  const completeCounts = isWhole ? counts : null
  return (
    <section
      className="sheet listing-panel"
      aria-label="Sort and filter"
      tabIndex={-1}
      ref={showPanel}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <FilterSelect label="Sort by" value={sort ?? ''} onChange={chooseFor('sort')}>
        <option value="">Recommended</option>
        {Object.entries(SORTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <ClassFilter chosen={schoolClass} counts={completeCounts} onChange={chooseFor('class')} />
      <PriceFilter chosen={price} counts={completeCounts} onChange={chooseFor('price')} />
      <label>
        <input
          type="checkbox"
          className="form-check-input"
          checked={inStock}
          onChange={() => choose(withFilter(chosen, 'stock', inStock ? '' : 'in'))}
        />
        In stock only
      </label>
      {/* Always rendered, so that it keeps focus after a click. */}
      <button
        type="button"
        className="link-button"
        aria-disabled={!hasFilters(chosen)}
        onClick={() => {
          if (hasFilters(chosen)) choose(withoutFilters(chosen))
        }}
      >
        Clear all
      </button>
      <button type="button" className="btn btn-primary" onClick={onClose}>
        Show {matching === null ? '' : `${matching.toLocaleString('en')} `}
        {matching === 1 ? 'product' : 'products'}
      </button>
    </section>
  )
}

/**
 * Moves the focus to the panel when it opens. On phones, the button that opens it may be several screens below it, and
 * is hidden while the panel is open.
 */
function showPanel(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true })
  panel?.scrollIntoView?.({ block: 'nearest' })
}

type FilterProps<T> = {
  chosen: T | null
  /** Null while they don't cover the whole list. */
  counts: MatchCounts | null
  onChange: (value: string) => void
}

function ClassFilter({ chosen, counts, onChange }: FilterProps<string>) {
  const classes = useClasses(counts, chosen)
  if (classes.length === 0) return null
  const choose = (value: string) => {
    if (value !== '') lastSchoolClass.set(value)
    onChange(value)
  }
  return (
    <FilterSelect label="Class" value={chosen ?? ''} onChange={choose}>
      <option value="">All classes</option>
      {classes.map((each) => (
        <option key={each} value={each}>
          {withCount(each, counts?.classes, each)}
        </option>
      ))}
    </FilterSelect>
  )
}

function PriceFilter({ chosen, counts, onChange }: FilterProps<PriceRange>) {
  const range = chosen === null ? '' : rangeText(chosen)
  return (
    <FilterSelect label="Price" value={range} onChange={onChange}>
      <option value="">All prices</option>
      {chosen === null || PRICE_RANGES.some((each) => rangeText(each) === range) ? null : (
        <option value={range}>{rangeLabel(chosen)}</option>
      )}
      {PRICE_RANGES.map((each) => (
        <option key={each.above} value={rangeText(each)}>
          {withCount(rangeLabel(each), counts?.prices, rangeText(each))}
        </option>
      ))}
    </FilterSelect>
  )
}

const withCount = (label: string, counts: ReadonlyMap<string, number> | undefined, key: string) =>
  counts ? `${label} (${(counts.get(key) ?? 0).toLocaleString('en')})` : label

/** Returns the chosen class and those with products, or all classes without counts. The last chosen class is first. */
function useClasses(counts: MatchCounts | null, chosen: string | null): readonly string[] {
  const last = lastSchoolClass.use()
  return SCHOOL_CLASSES.filter((each) => counts === null || counts.classes.has(each) || each === chosen).sort(
    (a, b) => Number(b === last) - Number(a === last),
  )
}

type FilterSelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function FilterSelect({ label, value, onChange, children }: FilterSelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="form-select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </div>
  )
}
