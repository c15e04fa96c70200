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
import { searchQuery } from './queries.ts'

/** Suggestions shown at once: of the host, and of the index besides, which has more room where the host has less. */
const SHOWN = 8
const ALSO_LEAST = 2
const ALSO_MOST = 5

/** What comes with the first visit to the field. Without it the field works as before. */
const SearchAids = lazyPart(() => import('./search-aids.tsx').then(({ SearchAids }) => SearchAids))
const AlsoOptions = lazyPart(() => import('./also-options.tsx').then(({ AlsoOptions }) => AlsoOptions))

type Props = {
  label: string
  /** Milliseconds between the last key and the question to the host. */
  debounce: number
  /** What the box starts with: the query of the page in view. */
  query?: string
  /** `found` is what the shopper saw, or the answer to a quick Enter; undefined when the host gave none. */
  onSearch: (query: string, found: Listing | undefined) => void
}

/** A search field with suggestions. */
export function SearchBox({ label, debounce, query = '', onSearch }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { key } = useLocation()
  // What a quick Enter asked for last: an answer that comes after the next word or the next page is too late.
  const latest = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query)
  const [requested, setRequested] = useState('')
  const [also, setAlso] = useState<{ query: string; found: readonly FoundProduct[] }>()
  /** Whether the focus is in the form, and whether it ever was. */
  const [isWithin, setWithin] = useState<boolean>()
  const { open, close, offer, bind } = useCombobox()

  useEffect(() => setText(query), [query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another word, that is the reason
  useEffect(() => {
    latest.current++
  }, [key, text])

  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setRequested(text.trim()), text.trim() === '' ? 0 : debounce)
    return () => clearTimeout(timer)
  }, [text, open, debounce])

  // Leaving a query behind aborts its call; the answers stay cached, so that a backspace costs no data.
  const { data, isError } = useQuery(searchQuery(open ? requested : ''))
  const isRequesting = open && requested !== '' && text.trim() !== ''
  const found = isRequesting ? data : undefined
  const products = (found?.products ?? []).slice(0, SHOWN)
  const room = Math.min(ALSO_MOST, Math.max(ALSO_LEAST, SHOWN - products.length))
  const others = isRequesting && also?.query === requested ? also.found.slice(0, room) : []
  const options = [...products, ...others]
  const takeFound = useCallback(
    (query: string, found: readonly FoundProduct[]) => setAlso({ query, found }),
    [],
  )
  const go = (wanted: string, found: Listing | undefined) => {
    close()
    // The list that comes takes the focus, and a phone's keyboard goes.
    input.current?.blur()
    onSearch(wanted, found)
  }

  const search = async () => {
    const wanted = text.trim()
    if (wanted === '') return
    close()
    const mine = ++latest.current
    const known = requested === wanted ? data : undefined
    const response =
      known ??
      (await client
        .fetchQuery(searchQuery(wanted))
        .then(searchQuery(wanted).select)
        .catch(() => undefined))
    if (mine === latest.current) go(wanted, response)
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
    // biome-ignore lint/a11y/useSemanticElements: React 19 does not know the search element in every environment
    <form
      data-boot="search"
      className="search-box"
      role="search"
      // Before the script has come, the browser itself goes to the page of results.
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
        {products.map((product, at) => (
          <button key={`${product.id}-${product.name}`} {...optionProps(product, at)} className="suggestion">
            <Icon name="search" />
            <span>
              <Matched name={product.name} query={requested} />
            </span>
          </button>
        ))}
        {others.length > 0 ? (
          <AlsoOptions
            found={others}
            optionProps={(product, at) => optionProps(product, products.length + at)}
          />
        ) : null}
      </div>
      {isWithin !== undefined ? (
        <SearchAids
          query={isRequesting && (data !== undefined || isError) ? requested : ''}
          received={found?.products ?? null}
          isEmpty={isWithin && text === ''}
          onFound={takeFound}
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
        {open && requested !== '' && data ? count(found?.total ?? 0, others.length) : ''}
      </span>
    </form>
  )
}

function count(results: number, others: number): string {
  if (results === 0) return others === 0 ? 'No suggestions' : `${others} also in the shop`
  return results === 1 ? '1 suggestion' : `${results} suggestions`
}

/** The name with the part that was typed set apart. */
function Matched({ name, query }: { name: string; query: string }) {
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
