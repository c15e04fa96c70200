import { useEffect, useId, useRef, useState } from 'react'
import { env } from '../../config/env.ts'
import { useCombobox } from '../../ui/form/use-combobox.ts'
import { findPlaces, type Place } from './places.ts'

/** The debounce delay in milliseconds. Limits the load on the public search service. */
const DEBOUNCE_MS = 250

type Props = {
  text: string
  onText: (text: string) => void
  onPlace: (place: Place) => void
  error: string | null
  /** Whether to focus the field when it appears. True if the shopper opened it. */
  focused: boolean
}

/** A combobox for the address, with places as suggestions. Any text is allowed. */
export function AddressSearch({ text, onText, onPlace, error, focused }: Props) {
  const id = useId()
  const { open, offer, bind } = useCombobox()
  const { found, message, search, cancel } = usePlaceSearch()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  function type(next: string) {
    onText(next)
    offer()
    search(next)
  }

  const { expanded, inputProps, listProps, optionProps } = bind(found, (place) => {
    cancel()
    onPlace(place)
  })

  return (
    <div className="field address-search">
      <label htmlFor={id}>Search for your address</label>
      <div id={`${id}-hint`} className="field-hint">
        Type a place, plot or landmark, or tap the map.
      </div>
      <input
        id={id}
        ref={input}
        className="form-control"
        type="text"
        {...inputProps}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        maxLength={250}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <div {...listProps} role="listbox" aria-label="Places" className="address-places">
        {found.map((place, index) => (
          <button key={`${place.name} ${place.lat} ${place.lng}`} {...optionProps(place, index)}>
            {place.name}
          </button>
        ))}
      </div>
      {expanded && env.placesAttribution !== '' && <p className="field-hint">{env.placesAttribution}</p>}
      <span role="status" className="visually-hidden">
        {open ? message : ''}
      </span>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** Searches for places after a pause in typing. A new search aborts the previous one. */
function usePlaceSearch() {
  const [{ found, message }, show] = useState<{ found: Place[]; message: string }>({ found: [], message: '' })
  const requested = useRef<AbortController>(null)
  useEffect(() => () => requested.current?.abort(), [])

  const cancel = () => requested.current?.abort()
  function search(text: string) {
    cancel()
    if (text.trim() === '') return show({ found: [], message: '' })
    const requesting = new AbortController()
    requested.current = requesting
    setTimeout(async () => {
      if (requesting.signal.aborted) return
      try {
        const found = await findPlaces(text, requesting.signal)
        if (requesting.signal.aborted) return
        const count = found.length === 1 ? '1 place' : `${found.length} places`
        show({
          found,
          message: found.length > 0 ? count : "No match. We'll use the address as you typed it.",
        })
      } catch {
        // If the service fails, the typed text is the address, and the shopper sets the location on the map.
        if (!requesting.signal.aborted)
          show({
            found: [],
            message: "We couldn't search for places. We'll use the address as you typed it.",
          })
      }
    }, DEBOUNCE_MS)
  }
  return {
    found,
    /** The announcement for screen readers. */
    message,
    search,
    cancel,
  }
}
