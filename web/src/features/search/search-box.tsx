import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Listing } from '../../domain/listing.ts'
import { paths } from '../../lib/paths.ts'
import { useBackCloses } from '../../ui/back-closes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useCombobox } from '../../ui/use-combobox.ts'
import { searchQuery } from './queries.ts'

/** Suggestions shown at once. */
const SHOWN = 8

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
  const { key } = useLocation()
  // What a quick Enter asked for last: an answer that comes after the next word or the next page is too late.
  const latest = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query)
  const [asked, setAsked] = useState('')
  const { open, close, offer, bind } = useCombobox()

  useEffect(() => setText(query), [query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another word, that is the reason
  useEffect(() => {
    latest.current++
  }, [key, text])

  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setAsked(text.trim()), text.trim() === '' ? 0 : debounce)
    return () => clearTimeout(timer)
  }, [text, open, debounce])

  // Leaving a query behind aborts its call; the answers stay cached, so that a backspace costs no data.
  const { data } = useQuery(searchQuery(open ? asked : ''))
  const found = open && asked !== '' && text.trim() !== '' ? data : undefined
  const options = (found?.products ?? []).slice(0, SHOWN)
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
    const known = asked === wanted ? data : undefined
    const answer =
      known ??
      (await client
        .fetchQuery(searchQuery(wanted))
        .then(searchQuery(wanted).select)
        .catch(() => undefined))
    if (mine === latest.current) go(wanted, answer)
  }

  const { expanded, inputProps, listProps, optionProps } = bind(
    options,
    () => go(text.trim(), found),
    () => setText(''),
  )
  useBackCloses(expanded, close, 'phone')

  return (
    // biome-ignore lint/a11y/useSemanticElements: React 19 does not know the search element in every environment
    <form
      className="search-box"
      role="search"
      // Before the script has come, the browser itself goes to the page of results.
      action={paths.search}
      method="get"
      aria-label={label}
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
          offer()
        }}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <div {...listProps} role="listbox" className="suggestions" aria-label="Suggestions">
        {options.map((product, at) => (
          <button key={`${product.id}-${product.name}`} {...optionProps(product, at)} className="suggestion">
            <Icon name="search" />
            <span>
              <Matched name={product.name} query={asked} />
            </span>
          </button>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {open && asked !== '' && data ? count(found?.total ?? 0) : ''}
      </span>
    </form>
  )
}

function count(results: number): string {
  if (results === 0) return 'No suggestions'
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
