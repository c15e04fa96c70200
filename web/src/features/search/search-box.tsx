import { useQuery } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths, shopSearchPath } from '../../config/paths.ts'
import type { Listing } from '../../domain/listing.ts'
import { searchState } from '../../domain/navigation-state.ts'
import { savesData } from '../../platform/data-saver.ts'
import { useLocation } from '../../platform/location.ts'
import { useCombobox } from '../../ui/form/use-combobox.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { useBackCloses } from '../../ui/overlay/back-closes.ts'
import { PrefetchContext } from '../../ui/page/link.tsx'
import { readIsbn } from './isbn.ts'
import { searchQuery } from './queries.ts'
import { type Ranking, rankedProducts, searchTitle, UNRANKED } from './ranking.ts'
import type { MoreProducts } from './use-ranking.tsx'

const MAX_SUGGESTIONS = 8

/** Optional parts of the search, loaded when the field is first focused. */
const loadAids = () => import('./search-aids.tsx')
const SearchAids = lazyPart(() => loadAids().then(({ SearchAids }) => SearchAids))
const SearchOptions = lazyPart(() => loadAids().then(({ SearchOptions }) => SearchOptions))

type Props = {
  label: string
  /** The delay between the last key and the request, in milliseconds. */
  debounce: number
  query?: string
  /** A request for more products, see `useRanking`. */
  more: MoreProducts
}

/** Suggests products, and opens the list of results. */
export function SearchBox({ label, debounce, query = '', more }: Props) {
  const navigate = useNavigate()
  const { key } = useLocation()
  const prefetch = useContext(PrefetchContext)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query)
  const [requested, setRequested] = useState('')
  /** The submitted query whose results are awaited; '' if there is none. */
  const [submitted, setSubmitted] = useState('')
  const [ranked, setRanked] = useState<{ query: string; ranking: Ranking }>()
  /** Whether focus is within the form; undefined until the form is first focused. */
  const [isWithin, setWithin] = useState<boolean>()
  const { open, close, offer, bind } = useCombobox()

  useEffect(() => setText(query), [query])

  // A search whose results arrive after the shopper has typed or navigated opens no list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page or the text changes
  useEffect(() => {
    setSubmitted('')
  }, [key, text])

  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setRequested(text.trim()), text.trim() === '' ? 0 : debounce)
    return () => clearTimeout(timer)
  }, [text, open, debounce])

  // Loads the code of the list, which requests the same results.
  useEffect(() => {
    if (requested !== '' && !savesData()) prefetch(shopSearchPath(requested))
  }, [requested, prefetch])

  // A new query aborts the previous request. Returning to an earlier query sends none, because responses are cached.
  const { data, isError } = useQuery(searchQuery(submitted || (open ? requested : '')))
  const isRequesting = open && requested !== '' && text.trim() !== ''
  const found = isRequesting ? data : undefined
  // Until the code has loaded, the host's order is shown.
  const ranking = ranked?.query === requested ? ranked.ranking : UNRANKED
  const options =
    isRequesting && !ranking.isPending ? rankedProducts(ranking, found?.products ?? [], requested) : []
  const suggestions = options.slice(0, MAX_SUGGESTIONS)
  const total = Math.max(found?.total ?? 0, ranking.total, options.length)
  const onRanked = useCallback((query: string, ranking: Ranking) => setRanked({ query, ranking }), [])

  const go = (entered: string, found: Listing | undefined) => {
    close()
    // Closes the phone's keyboard, because the list of results receives focus.
    input.current?.blur()
    navigate(shopSearchPath(entered), { state: searchState(entered, found) })
  }

  // Opens the list with its results. If the request failed, the list sends it again.
  useEffect(() => {
    if (submitted === '' || (!data && !isError)) return
    setSubmitted('')
    go(submitted, data)
  })

  const { expanded, inputProps, listProps, optionProps } = bind(
    suggestions,
    (option) => {
      if (found?.products.includes(option) || option.id === null) return go(text.trim(), found)
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
        const entered = text.trim()
        if (entered === '') return
        setRequested(entered)
        setSubmitted(entered)
        offer()
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
      <div className="suggestions" hidden={!expanded}>
        {expanded ? (
          <SearchOptions
            listProps={listProps}
            title={searchTitle(requested, ranking)}
            query={ranking.corrected ?? requested}
            products={suggestions}
            total={total}
            optionProps={optionProps}
          />
        ) : null}
      </div>
      {isWithin !== undefined ? (
        <SearchAids
          query={isRequesting ? requested : ''}
          received={found?.products ?? (isRequesting && isError ? null : undefined)}
          more={more}
          isEmpty={isWithin && text === ''}
          onRanked={onRanked}
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
        {found && !ranking.isPending && !(options.length === 0 && readIsbn(requested))
          ? describeCount(total)
          : ''}
      </span>
    </form>
  )
}

function describeCount(results: number): string {
  if (results === 0) return 'No suggestions'
  return results === 1 ? '1 suggestion' : `${results} suggestions`
}
