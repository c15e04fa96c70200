import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../config/paths.ts'
import type { Listing } from '../../domain/listing.ts'
import { useCombobox } from '../../ui/form/use-combobox.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { useBackCloses } from '../../ui/overlay/back-closes.ts'
import type { FoundProduct } from './index/shop-index.ts'
import { readIsbn } from './isbn.ts'
import { searchQuery } from './queries.ts'

/** Limits on suggestions. The host's suggestions come first, and the index fills the remaining space. */
const MAX_HOST_SUGGESTIONS = 8
const MIN_INDEX_SUGGESTIONS = 2
const MAX_INDEX_SUGGESTIONS = 5

/** Optional parts of the search, loaded when the field is first focused. */
const SearchAids = lazyPart(() => import('./search-aids.tsx').then(({ SearchAids }) => SearchAids))
const AlsoOptions = lazyPart(() => import('./also-options.tsx').then(({ AlsoOptions }) => AlsoOptions))

type Props = {
  label: string
  /** The delay between the last key and the request, in milliseconds. */
  debounce: number
  query?: string
  /** Called when the shopper searches. `found` is the host's response; undefined if there is none. */
  onSearch: (query: string, found: Listing | undefined) => void
}

export function SearchBox({ label, debounce, query = '', onSearch }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { key } = useLocation()
  // The number of the latest search. Its response is ignored if the shopper types or navigates in the meantime.
  const latest = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query)
  const [requested, setRequested] = useState('')
  const [also, setAlso] = useState<{ query: string; found: readonly FoundProduct[]; isBetter: boolean }>()
  /** Whether focus is within the form; undefined until the form is first focused. */
  const [isWithin, setWithin] = useState<boolean>()
  const { open, close, offer, bind } = useCombobox()

  useEffect(() => setText(query), [query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page or the text changes
  useEffect(() => {
    latest.current++
  }, [key, text])

  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setRequested(text.trim()), text.trim() === '' ? 0 : debounce)
    return () => clearTimeout(timer)
  }, [text, open, debounce])

  // A new query aborts the previous request. Returning to an earlier query sends none, because responses are cached.
  const { data, isError } = useQuery(searchQuery(open ? requested : ''))
  const isRequesting = open && requested !== '' && text.trim() !== ''
  const found = isRequesting ? data : undefined
  const products = (found?.products ?? []).slice(0, MAX_HOST_SUGGESTIONS)
  const remaining = Math.min(
    MAX_INDEX_SUGGESTIONS,
    Math.max(MIN_INDEX_SUGGESTIONS, MAX_HOST_SUGGESTIONS - products.length),
  )
  const indexProducts = isRequesting && also?.query === requested ? also.found.slice(0, remaining) : []
  const isIndexFirst = indexProducts.length > 0 && also?.isBetter === true
  const options = isIndexFirst ? [...indexProducts, ...products] : [...products, ...indexProducts]
  const setIndexResults = useCallback(
    (query: string, found: readonly FoundProduct[], isBetter: boolean) => setAlso({ query, found, isBetter }),
    [],
  )
  const go = (entered: string, found: Listing | undefined) => {
    close()
    // Closes the phone's keyboard, because the list of results receives focus.
    input.current?.blur()
    onSearch(entered, found)
  }

  const search = async () => {
    const entered = text.trim()
    if (entered === '') return
    close()
    const request = ++latest.current
    const cached = requested === entered ? data : undefined
    const response =
      cached ??
      (await client
        .fetchQuery(searchQuery(entered))
        .then(searchQuery(entered).select)
        .catch(() => undefined))
    if (request === latest.current) go(entered, response)
  }

  const { expanded, inputProps, listProps, optionProps } = bind(
    options,
    (option) => {
      if (!('seenAt' in option)) return go(text.trim(), found)
      input.current?.blur()
      setText('')
      navigate(paths.product(option.id))
    },
    () => setText(''),
  )
  useBackCloses(expanded, close, 'phone')

  return (
    // biome-ignore lint/a11y/useSemanticElements: React 19 does not support the search element in every environment
    <form
      className="search-box"
      role="search"
      // Before the page is hydrated, the browser submits the form to the results page.
      action={paths.search}
      method="get"
      aria-label={label}
      onFocus={() => setWithin(true)}
      onBlur={({ currentTarget, relatedTarget }) => setWithin(currentTarget.contains(relatedTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        void search()
      }}
    >
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        {...inputProps}
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setWithin(true)
          offer()
        }}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <div {...listProps} role="listbox" className="suggestions" aria-label="Suggestions">
        {isIndexFirst ? (
          <AlsoOptions label="Best matches" found={indexProducts} optionProps={optionProps} />
        ) : null}
        {products.map((product, at) => (
          <button
            key={`${product.id}-${product.name}`}
            {...optionProps(product, isIndexFirst ? indexProducts.length + at : at)}
            className="suggestion"
          >
            <Icon name="search" />
            <span>
              <HighlightedName name={product.name} query={requested} />
              {product.author === null ? null : <small className="muted"> {product.author}</small>}
            </span>
          </button>
        ))}
        {indexProducts.length > 0 && !isIndexFirst ? (
          <AlsoOptions
            label="Also in the shop"
            found={indexProducts}
            optionProps={(product, at) => optionProps(product, products.length + at)}
          />
        ) : null}
      </div>
      {isWithin !== undefined ? (
        <SearchAids
          query={isRequesting && (data !== undefined || isError) ? requested : ''}
          received={found?.products ?? null}
          isEmpty={isWithin && text === ''}
          onFound={setIndexResults}
          onLeave={() => {
            close()
            input.current?.blur()
          }}
          onIsbn={(isbn) => {
            setText(isbn)
            go(isbn, undefined)
          }}
        />
      ) : null}
      <span className="visually-hidden" role="status">
        {open && requested !== '' && data && !(options.length === 0 && readIsbn(requested))
          ? describeCount(found?.total ?? 0, indexProducts.length)
          : ''}
      </span>
    </form>
  )
}

function describeCount(results: number, indexProducts: number): string {
  if (results === 0) return indexProducts === 0 ? 'No suggestions' : `${indexProducts} also in the shop`
  return results === 1 ? '1 suggestion' : `${results} suggestions`
}

/** A product's name with the part that matches the query highlighted. */
function HighlightedName({ name, query }: { name: string; query: string }) {
  const at = name.toLowerCase().indexOf(query.toLowerCase())
  if (query === '' || at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + query.length)}</mark>
      {name.slice(at + query.length)}
    </>
  )
}
