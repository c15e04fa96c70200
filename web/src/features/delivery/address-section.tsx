import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { store } from '../../config/store.ts'
import type { Point } from '../../domain/distance.ts'
import { shouldLimitData } from '../../platform/data-saver.ts'
import { DeletionChip } from '../../ui/feedback/deletion-chip.tsx'
import { Failure } from '../../ui/feedback/load-states.tsx'
import { UndoNote } from '../../ui/feedback/undo-note.tsx'
import { focusFirstError } from '../../ui/form/use-submit.ts'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Skeleton, Spinner } from '../../ui/loading/placeholders.tsx'
import { Icon, IconButton } from '../../ui/media/icon.tsx'
import { PhoneText } from '../../ui/page/phone-text.tsx'
import type { SavedAddress } from './address.ts'
import { AddressDialog } from './address-dialog.tsx'
import { AddressSearch } from './address-search.tsx'
import type { MapProps } from './delivery-map.tsx'
import { MapFailure } from './map-failure.tsx'
import type { AddressBook } from './use-address-book.ts'
import './delivery.scss'

const MAP_LOADING = (
  <div className="map-frame map-wait">
    <Spinner />
  </div>
)

/** The map. Loaded lazily, because it is optional. */
const MapFrame = lazyComponent<MapProps>(
  () => import('./delivery-map.tsx').then((module) => module.DeliveryMap),
  {
    waiting: MAP_LOADING,
    failed: (again) => (
      <div className="map-frame map-wait">
        <MapFailure onRetry={again} />
      </div>
    ),
  },
)

type SectionProps = {
  book: AddressBook
  /** The reason why the shopper can't continue with these addresses; null if they can. */
  error?: string | null
}

export function AddressSection({ book, error = null }: SectionProps) {
  const { form, deletion } = book
  const section = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  return (
    <div className="address-section" ref={section}>
      <div className="d-grid gap-3">
        <SavedAddresses book={book} error={form.isOpen ? null : error} />
        <UndoNote text={deletion.deleted && `${nameOf(deletion.deleted)} deleted.`} onUndo={deletion.undo} />
        {form.isOpen ? (
          <NewAddress
            book={book}
            error={error}
            // On phones, the map and this button are below the fold.
            onFound={() => save.current?.scrollIntoView({ block: 'nearest' })}
          />
        ) : book.isLoading ? null : (
          <button ref={add} type="button" className="btn btn-outline-secondary" onClick={form.open}>
            <Icon name="plus" />
            Add another address
          </button>
        )}
      </div>
      <AddressMap book={book} />
      {form.isOpen ? (
        <div className="d-flex gap-3">
          {book.addresses.length > 0 && (
            <button
              type="button"
              className="btn btn-outline-secondary flex-grow-1"
              onClick={() => {
                flushSync(form.close)
                add.current?.focus()
              }}
            >
              Cancel
            </button>
          )}
          <button
            type="button"
            ref={save}
            className="btn btn-primary flex-grow-1"
            aria-label="Save searched address"
            onClick={() => {
              flushSync(form.openDialog)
              focusFirstError(section.current)
            }}
          >
            Save
          </button>
        </div>
      ) : null}
      <AddressDialog form={form} />
    </div>
  )
}

function SavedAddresses({ book, error = null }: SectionProps) {
  const errorId = useId()
  if (book.isLoading)
    return (
      <div aria-busy="true">
        <span role="status" className="visually-hidden">
          Loading your addresses...
        </span>
        <Skeleton height="8.5rem" />
      </div>
    )
  if (book.hasFailed)
    return (
      <>
        <Failure message="Your saved addresses didn't load." onRetry={book.reload} />
        <p className="small muted">
          <PhoneText>{`They are safe. You can try again, enter the address below, or call ${store.phones[0]}.`}</PhoneText>
        </p>
      </>
    )
  if (book.addresses.length === 0) return null
  return (
    <div
      role="radiogroup"
      className="address-cards"
      aria-label="Saved addresses"
      aria-invalid={error === null ? undefined : true}
      aria-describedby={error === null ? undefined : errorId}
      tabIndex={-1}
    >
      {error === null ? null : (
        <p id={errorId} className="field-error mb-0">
          <Icon name="alert" />
          {error}
        </p>
      )}
      {book.addresses.map((address) => (
        <AddressCard key={address.id} address={address} book={book} />
      ))}
    </div>
  )
}

/** With the data saver on, the map loads on request or if there is no saved address. */
function AddressMap({ book }: { book: AddressBook }) {
  const [isRequested, setRequested] = useState(() => !shouldLimitData())
  useEffect(() => {
    if (isRequested) void MapFrame.preload()
  }, [isRequested])
  // The map waits for the addresses, because they would move it while the shopper taps it.
  if (book.isLoading) return MAP_LOADING
  if (isRequested || book.addresses.length === 0)
    return (
      <MapFrame
        point={book.point}
        onPick={book.form.pick}
        clears={book.form.isOpen && book.form.draft.address.trim() !== ''}
      />
    )
  return (
    <div className="map-frame map-wait">
      <button type="button" className="btn btn-outline-secondary" onClick={() => setRequested(true)}>
        Show the map
      </button>
    </div>
  )
}

function NewAddress({ book, error = null, onFound }: SectionProps & { onFound: () => void }) {
  const { form } = book
  const { clearedText } = form
  return (
    <section aria-labelledby="new-address">
      {/* The heading above says the same while there is no address. */}
      <h3 id="new-address" className={book.addresses.length > 0 ? 'mb-3' : 'visually-hidden'}>
        {form.isCopy
          ? 'Change address'
          : book.addresses.length > 0
            ? 'Another address'
            : 'Where should we deliver?'}
      </h3>
      {form.isCopy && (
        <p className="mb-3">We'll save it as a new address. You can delete the old one afterwards.</p>
      )}
      <AddressSearch
        text={form.draft.address}
        onText={(address) => form.change({ address })}
        onPlace={(place) => {
          form.takePlace(place)
          onFound()
        }}
        error={form.error ?? error}
        focused={form.isRequested}
        pins={form.pinCount}
      />
      <UndoNote
        text={clearedText && `The pin moved, so we cleared “${clearedText}”. Describe the new place.`}
        onUndo={form.undoClearing}
        keepsFocus
        className="mb-3"
      />
      <LocationButton pin={`${form.draft.latitude}${form.draft.longitude}`} onPoint={form.locate} />
    </section>
  )
}

/** The timeout for the device's location, in milliseconds. */
const POSITION_TIMEOUT_MS = 15_000

type LocationProps = {
  /**
   * The position of the pin, or an empty text. A location that arrives after the shopper has moved the pin is ignored.
   */
  pin: string
  onPoint: (point: Point) => void
}

function LocationButton({ pin, onPoint }: LocationProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  /** The props of the latest render, because the shopper may change the form meanwhile. Null once it is closed. */
  const latest = useRef<LocationProps | null>(null)
  useEffect(() => {
    latest.current = { pin, onPoint }
    return () => {
      latest.current = null
    }
  }, [pin, onPoint])

  function request() {
    if (isBusy) return
    if (!navigator.geolocation)
      return setError("This browser can't share your location. Search for a place instead.")
    setBusy(true)
    setError('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        if (latest.current && ['', pin].includes(latest.current.pin))
          latest.current.onPoint({ lat: coords.latitude, lng: coords.longitude })
      },
      (failure) => {
        setBusy(false)
        setError(
          failure.code === failure.PERMISSION_DENIED
            ? 'Your browser is blocking your location. Search for a place instead.'
            : "We couldn't find you. Search for a place instead.",
        )
      },
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS, maximumAge: 60_000 },
    )
  }

  return (
    <div>
      <button
        type="button"
        className="btn btn-outline-secondary w-100"
        aria-disabled={isBusy}
        onClick={request}
      >
        <Icon name="pin" />
        {isBusy ? 'Finding you...' : 'Use my location'}
      </button>
      <div role="status" className="field-error">
        {error}
      </div>
    </div>
  )
}

const nameOf = (address: SavedAddress) => address.address || 'Unnamed address'

/** A saved address as a radio button. The selected address has a red border and a tick: docs/literal.md. */
function AddressCard({ address, book }: { address: SavedAddress; book: AddressBook }) {
  const isSelected = address.id === book.selectedId
  const isPending = book.deletion.pendingIds.includes(address.id)
  const name = nameOf(address)
  return (
    <div className={isSelected ? 'address-card is-selected' : 'address-card'}>
      <label>
        <input
          type="radio"
          name="address"
          checked={isSelected}
          onChange={() => book.select(address.id)}
          aria-label={`${address.address_type}: ${name}`}
        />
        <span className="address-type d-flex align-items-center gap-1 muted">
          <Icon name={address.address_type === 'Work' ? 'work' : 'home'} />
          {address.address_type}
          {isSelected && (
            <span className="address-tick">
              <Icon name="check" />
              <span className="visually-hidden">Selected</span>
            </span>
          )}
        </span>
        <strong>{address.contact_person_name}</strong>
        <span>{name}</span>
        <span className="money">{address.contact_person_number}</span>
      </label>
      <div className="d-flex align-items-center justify-content-between">
        <button
          type="button"
          className="btn btn-link"
          aria-label={`Change ${name}`}
          onClick={() => book.form.copy(address)}
        >
          Change
        </button>
        {isPending && <DeletionChip verb="Deleting" />}
        <IconButton
          icon="trash"
          label={`Delete ${name}`}
          aria-disabled={isPending}
          onClick={() => book.deletion.request(address)}
        />
      </div>
    </div>
  )
}
