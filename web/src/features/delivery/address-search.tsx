import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { env } from '../../config/env.ts'
import { findPlaces, type Place } from './places.ts'

/** Milliseconds of quiet before the search is asked: the public one is shared by everybody. */
const DEBOUNCE = 250

type Props = {
  text: string
  onText: (text: string) => void
  onPlace: (place: Place) => void
  error: string | null
  /** Takes the focus when it appears, because the shopper opened it. */
  focused: boolean
}

/** The address to deliver to: a combobox over places. Any text is allowed. */
export function AddressSearch({ text, onText, onPlace, error, focused }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [found, setFound] = useState<Place[]>([])
  /** What a screen reader announces about the search. */
  const [said, setSaid] = useState('')
  const asked = useRef<AbortController>(null)

  const input = useRef<HTMLInputElement>(null)

  useEffect(() => () => asked.current?.abort(), [])
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  function type(next: string) {
    onText(next)
    setActive(-1)
    setOpen(true)
    asked.current?.abort()
    if (next.trim() === '') return show([], '')
    const asking = new AbortController()
    asked.current = asking
    setTimeout(async () => {
      if (asking.signal.aborted) return
      try {
        const places = await findPlaces(next, asking.signal)
        if (asking.signal.aborted) return
        const count = places.length === 1 ? '1 place' : `${places.length} places`
        show(places, places.length > 0 ? count : 'No match. We will use the address as you typed it.')
      } catch {
        // Without the service the words typed are the address, and the map gives the point.
        if (!asking.signal.aborted)
          show([], 'The place search does not answer. We will use the address as you typed it.')
      }
    }, DEBOUNCE)
  }

  function show(places: Place[], words: string) {
    setFound(places)
    setActive(-1)
    setSaid(words)
  }

  function take(place: Place) {
    asked.current?.abort()
    setOpen(false)
    setActive(-1)
    onPlace(place)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      if (open) event.preventDefault()
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (found.length === 0) return
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(open ? (active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length : 0)
    } else if (event.key === 'Enter' && open && found[active]) {
      event.preventDefault()
      take(found[active])
    }
  }

  const shown = open && found.length > 0
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
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={250}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Places" className="place-list" hidden={!shown}>
        {found.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus.
          <div
            key={`${place.name} ${place.lat} ${place.lng}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(place)}
          >
            {place.name}
          </div>
        ))}
      </div>
      {shown && env.placesAttribution !== '' && <p className="field-hint">{env.placesAttribution}</p>}
      <span role="status" className="visually-hidden">
        {open ? said : ''}
      </span>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
