import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths, shopSearchPath } from '../../config/paths.ts'
import { searchState } from '../../domain/navigation-state.ts'
import { shouldLimitData } from '../../platform/data-saver.ts'
import { useLocation } from '../../platform/location.ts'
import { useCombobox } from '../../ui/form/use-combobox.ts'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { useBackCloses } from '../../ui/overlay/back-closes.ts'
import { PrefetchContext } from '../../ui/page/link.tsx'
import { readIsbn } from './isbn.ts'
import { type MoreProducts, type SearchResults, searchTitle } from './queries.ts'
import { rankedSearchQuery } from './ranked-search.ts'

const MAX_SUGGESTIONS = 8

/** Loads optional parts of the search when the field is first focused. */
const loadAids = () => import('./search-aids.tsx')
const SearchAids = lazyComponent(() => loadAids().then(({ SearchAids }) => SearchAids))
const SearchOptions = lazyComponent(() => loadAids().then(({ SearchOptions }) => SearchOptions))

type Props = {
  label: string
  /** The delay between the last key and the request, in milliseconds. */
  debounce: number
  query?: string
  more: MoreProducts
}

/** Suggests products, and opens the list of results. */
export function SearchBox({ label, debounce, query = '', more }: Props) {
  const input = useRef<HTMLInputElement>(null)
  /** Whether focus is within the form; undefined until the form is first focused. */
  const [isWithin, setWithin] = useState<boolean>()
  const search = useSearch({ query, debounce, more, input })
  const { text, setText, requested, results, suggestions, openList, combobox } = search
  const { expanded, inputProps, listProps, optionProps } = combobox

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
        search.submit()
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
          search.type(event.target.value)
          setWithin(true)
        }}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <div className="suggestions" hidden={!expanded}>
        {expanded && results ? (
          <SearchOptions
            listProps={listProps}
            title={searchTitle(requested, results.isGuess)}
            query={results.corrected ?? requested}
            products={suggestions}
            total={results.listing.total}
            optionProps={optionProps}
          />
        ) : null}
      </div>
      {isWithin !== undefined ? (
        <SearchAids
          query={requested}
          isSearching={requested !== '' && !results && !search.isError}
          hasNothing={results?.listing.total === 0}
          isEmpty={isWithin && text === ''}
          onLeave={search.leave}
          onIsbn={(isbn) => {
            setText(isbn)
            openList(isbn)
          }}
        />
      ) : null}
      <span className="visually-hidden" role="status">
        {results ? describeResults(results, requested) : ''}
      </span>
    </form>
  )
}

type SearchFormProps = Required<Omit<Props, 'label'>> & { input: { current: HTMLInputElement | null } }

/** Returns the typed text, its results, and what opens them. */
function useSearch({ query, debounce, more, input }: SearchFormProps) {
  const navigate = useNavigate()
  const [text, setText] = useState(query)
  const { open, close, showOptions, bind } = useCombobox()

  useEffect(() => setText(query), [query])

  const [submitted, setSubmitted] = useSubmittedQuery(text)
  const [typed, setTyped] = useDebounced(text.trim(), open, debounce)
  usePrefetchedList(typed)

  const requested = open && text.trim() !== '' ? typed : ''
  // A new query aborts the previous request. Returning to an earlier query sends none, because responses are cached.
  const { data, isError } = useQuery(rankedSearchQuery(submitted || requested, more))
  const results = requested === '' ? undefined : data
  const suggestions = results?.listing.products.slice(0, MAX_SUGGESTIONS) ?? []

  const leave = () => {
    close()
    input.current?.blur()
  }
  const openList = (entered: string, results?: SearchResults) => {
    // Also closes the phone's keyboard. The list of results receives focus.
    leave()
    navigate(shopSearchPath(entered), { state: searchState(entered, results) })
  }

  // Opens the list with its results. If the request failed, the list sends it again.
  useEffect(() => {
    if (submitted === '' || (!data && !isError)) return
    setSubmitted('')
    openList(submitted, data)
  })

  const combobox = bind(
    suggestions,
    () => openList(requested, results),
    () => setText(''),
  )
  useBackCloses(combobox.expanded, close, 'phone')

  return {
    text,
    setText,
    requested,
    results,
    isError,
    suggestions,
    combobox,
    openList,
    leave,
    type(next: string) {
      setText(next)
      showOptions()
    },
    submit() {
      const entered = text.trim()
      if (entered === '') return
      setTyped(entered)
      setSubmitted(entered)
      showOptions()
    },
  }
}

/** Holds the submitted query whose results are awaited; '' if there is none. */
function useSubmittedQuery(text: string) {
  const { key } = useLocation()
  const [submitted, setSubmitted] = useState('')
  // A search whose results arrive after the shopper has typed or navigated opens no list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page or the text changes
  useEffect(() => setSubmitted(''), [key, text])
  return [submitted, setSubmitted] as const
}

/** Loads the code of the list of results, which requests the same results as the suggestions. */
function usePrefetchedList(query: string): void {
  const prefetch = useContext(PrefetchContext)
  useEffect(() => {
    if (query !== '' && !shouldLimitData()) prefetch(shopSearchPath(query))
  }, [query, prefetch])
}

/** Returns a text once it has not changed for a while, and a function that sets the result immediately. */
function useDebounced(text: string, isOn: boolean, delay: number) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : delay)
    return () => clearTimeout(timer)
  }, [text, isOn, delay])
  return [settled, setSettled] as const
}

function describeResults({ listing: { total } }: SearchResults, query: string): string {
  // The results page looks up an ISBN that no suggestion contains.
  if (total === 0) return readIsbn(query) ? '' : 'No suggestions'
  return total === 1 ? '1 suggestion' : `${total} suggestions`
}
