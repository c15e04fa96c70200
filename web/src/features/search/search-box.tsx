import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Listing } from '../../domain/listing.ts'
import { paths } from '../../lib/paths.ts'
import { useBackCloses } from '../../ui/back-closes.ts'
import { Icon } from '../../ui/icon.tsx'
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

/** A search field with suggestions: the ARIA combobox, list, manual selection. The focus never leaves the field. */
export function SearchBox({ label, debounce, query = '', onSearch }: Props) {
  const id = useId()
  const client = useQueryClient()
  const { key } = useLocation()
  // What a quick Enter asked for last: an answer that comes after the next word or the next page is too late.
  const latest = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query)
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)

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
  const expanded = options.length > 0

  const close = () => {
    setOpen(false)
    setActive(-1)
  }

  useBackCloses(expanded, close, 'phone')

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

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!expanded) return setOpen(true)
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // From the field itself (-1) up is the last option.
      const places = options.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (event.key === 'Escape') {
      if (expanded) close()
      else setText('')
    } else if (event.key === 'Tab') close()
  }

  const chosen = active >= 0 ? options[active] : undefined
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
        if (chosen) go(text.trim(), found)
        else void search()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <input
        ref={input}
        type="search"
        name="q"
        role="combobox"
        aria-label={label}
        aria-expanded={expanded}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${id}-${active}` : undefined}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" />
      </button>
      <div
        id={`${id}-list`}
        className="suggestions"
        role="listbox"
        aria-label="Suggestions"
        hidden={!expanded}
      >
        {options.map((product, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
          <div
            key={`${product.id}-${product.name}`}
            id={`${id}-${at}`}
            className="suggestion"
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(text.trim(), found)}
          >
            <Icon name="search" />
            <span>
              <Matched name={product.name} query={asked} />
            </span>
          </div>
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
