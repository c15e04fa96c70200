import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { SLOW_AFTER_MS } from '../../config/delays.ts'
import { env } from '../../config/env.ts'
import { useIsOverdue } from '../../ui/feedback/load-states.tsx'
import { useCombobox } from '../../ui/form/use-combobox.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { type Place, placesQuery } from './places.ts'

/** The debounce delay in milliseconds. Limits the load on the public search service. */
const DEBOUNCE_MS = 250

/** Delay before a pending search shows "Searching…", in milliseconds. After SLOW_AFTER_MS, it suggests the map. */
const SEARCHING_AFTER_MS = 1000

type Props = {
  text: string
  onText: (text: string) => void
  onPlace: (place: Place) => void
  error: string | null
  /** Whether to focus the field when it appears. True if the shopper opened it. */
  focused: boolean
  /** The number of times that the shopper has placed the pin. Each time, the place needs a name. */
  pins: number
}

/** A combobox for the address, with places as suggestions. Any text is allowed. */
export function AddressSearch({ text, onText, onPlace, error, focused, pins }: Props) {
  const id = useId()
  const { open, showOptions, bind } = useCombobox()
  // A restored text is not searched for, nor the name of a chosen place.
  const [typed, setTyped] = useState('')
  const { places, count, ...search } = usePlaceSearch(typed)
  // Skipped after a tap on the map, which clears the text.
  const progress = text === typed ? search.progress : ''
  const hasPin = pins > 0
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused || pins > 0) input.current?.focus()
    // The place is known, so that its text is no longer searched for.
    if (pins > 0) setTyped('')
  }, [focused, pins])

  function type(next: string) {
    onText(next)
    showOptions()
    setTyped(next)
  }

  const { expanded, inputProps, listProps, optionProps } = bind(places, (place) => {
    setTyped('')
    onPlace(place)
  })

  return (
    <div className="field address-search">
      <label htmlFor={id}>Search for your address</label>
      <SearchHint id={`${id}-hint`} hasPin={hasPin} hasText={text.trim() !== ''} progress={progress} />
      {/* In place of the hint, in one line, so that the map doesn't move under a tap. */}
      <p role="status" className={progress ? 'field-hint' : 'visually-hidden'}>
        {progress || (open ? count : '')}
      </p>
      <input
        id={id}
        ref={input}
        className="form-control"
        type="text"
        {...inputProps}
        // The specified error says nothing about the pin, so the hint stays with it.
        aria-describedby={[error && `${id}-error`, (hasPin || !error) && `${id}-hint`]
          .filter(Boolean)
          .join(' ')}
        aria-invalid={error ? true : undefined}
        maxLength={250}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <PlaceOptions places={places} isOpen={expanded} listProps={listProps} optionProps={optionProps} />
      {expanded && env.placesAttribution !== '' && <p className="field-hint">{env.placesAttribution}</p>}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  )
}

type HintProps = {
  id: string
  hasPin: boolean
  hasText: boolean
  /** The progress of the search, which is shown instead; '' if there is none. */
  progress: string
}

function SearchHint({ id, hasPin, hasText, progress }: HintProps) {
  return (
    <div id={id} className={progress ? 'visually-hidden' : 'field-hint'}>
      {hasPin ? (
        <strong>Pin set.{!hasText && ' Now name the place, for example Blue gate, Kololo.'}</strong>
      ) : (
        'Type a place, plot or landmark, or tap the map.'
      )}
    </div>
  )
}

type OptionsProps = {
  places: readonly Place[]
  isOpen: boolean
  listProps: ComponentProps<'div'>
  optionProps: (place: Place, index: number) => ComponentProps<'button'>
}

/** The suggested places. Scrolled into view, because on phones the bar would cover them. */
function PlaceOptions({ places, isOpen, listProps, optionProps }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen && places.length > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, places])
  return (
    <div ref={list} {...listProps} role="listbox" aria-label="Places" className="address-places">
      {places.map((place, index) => (
        <button key={`${place.name} ${place.lat} ${place.lng}`} {...optionProps(place, index)}>
          {place.name}
        </button>
      ))}
    </div>
  )
}

/** Searches for places after a pause in typing. Keeps the earlier results until the new ones have loaded. */
function usePlaceSearch(typed: string) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const words = typed.trim() === '' ? '' : settled.trim()
  const { data, isError, isLoading } = useQuery({
    ...placesQuery(words),
    placeholderData: (earlier) => (words === '' ? undefined : earlier),
  })
  const isSearching = useIsOverdue(isLoading, SEARCHING_AFTER_MS)
  const isLate = useIsOverdue(isLoading, SLOW_AFTER_MS)
  // If the service fails, the shopper sets the location on the map.
  if (isError) return { places: [], count: '', progress: "We couldn't search for places. Tap the map." }
  if (data === undefined) {
    const progress = isLate
      ? 'Still searching. You can tap your place on the map.'
      : isSearching
        ? 'Searching…'
        : ''
    return { places: [], count: '', progress }
  }
  return {
    places: data,
    /** The number of places in words, for screen readers. */
    count: data.length === 1 ? '1 place' : `${data.length} places`,
    /** Shown in place of the hint: what became of the search if it found nothing. */
    progress: data.length === 0 ? 'No match. Tap your place on the map.' : '',
  }
}
