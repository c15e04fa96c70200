import { useEffect, useRef, useState } from 'react'
import type { Point } from '../../domain/distance.ts'
import { savesData } from '../../platform/data-saver.ts'
import { Failure } from '../../ui/feedback/load-states.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Skeleton, Spinner } from '../../ui/loading/placeholders.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import type { SavedAddress } from './address.ts'
import { AddressDialog } from './address-dialog.tsx'
import { AddressSearch } from './address-search.tsx'
import type { MapProps } from './delivery-map.tsx'
import type { AddressBook } from './use-address-book.ts'

/** The map. Loaded lazily, because it is optional. */
const MapFrame = lazyPart<MapProps>(
  () => import('./delivery-map.tsx').then(({ DeliveryMap }) => DeliveryMap),
  {
    waiting: (
      <div className="map-frame map-wait">
        <Spinner />
      </div>
    ),
    failed: (again) => (
      <div className="map-frame map-wait">
        <div>
          <p className="muted mb-3">The map didn't load. You can still search for your address by name.</p>
          <button type="button" className="btn btn-outline-secondary" onClick={again}>
            Try again
          </button>
        </div>
      </div>
    ),
  },
)

type SectionProps = {
  book: AddressBook
  /** A message for a missing address; null if there is none. */
  error: string | null
}

export function AddressSection({ book, error }: SectionProps) {
  const section = useRef<HTMLDivElement>(null)
  const count = book.addresses.length
  // With the data saver on, the map loads on request or if there is no saved address.
  const [isMapRequested, setMapRequested] = useState(() => !savesData())
  const before = useRef(count)

  useEffect(() => {
    if (isMapRequested) void MapFrame.preload()
  }, [isMapRequested])
  useEffect(() => {
    const fewer = count < before.current
    before.current = count
    // The clicked button was removed with its card, so focus moves to the selected address.
    if (fewer && document.activeElement === document.body) {
      section.current?.querySelector<HTMLElement>('input:checked, [role=combobox]')?.focus()
    }
  }, [count])

  return (
    <div className="address-section" ref={section}>
      <div className="d-grid gap-3">
        {book.isLoading ? (
          <div aria-busy="true">
            <span role="status" className="visually-hidden">
              Loading your addresses...
            </span>
            <Skeleton height="8.5rem" />
          </div>
        ) : book.hasFailed ? (
          <Failure message="Your saved addresses didn't load." onRetry={book.reload} />
        ) : (
          book.addresses.length > 0 && (
            <AddressCards
              addresses={book.addresses}
              selectedId={book.selectedId}
              onSelect={book.select}
              onChange={book.form.copy}
              onDelete={book.deletion.request}
              busyId={book.deletion.pendingId}
            />
          )
        )}
        {book.form.isOpen ? (
          <NewAddress book={book} error={error} />
        ) : book.isLoading ? null : (
          <button type="button" className="btn btn-outline-secondary" onClick={book.form.open}>
            <Icon name="plus" />
            Add another address
          </button>
        )}
      </div>
      {/* The map waits for the addresses, because they would move it while the shopper taps it. */}
      {book.isLoading ? (
        <div className="map-frame" />
      ) : isMapRequested || count === 0 ? (
        <MapFrame point={book.point} onPick={book.form.pick} />
      ) : (
        <div className="map-frame map-wait">
          <button type="button" className="btn btn-outline-secondary" onClick={() => setMapRequested(true)}>
            Show the map
          </button>
        </div>
      )}
      {book.form.isOpen ? (
        <div>
          <div className="d-flex gap-3">
            {count > 0 && (
              <button
                type="button"
                className="btn btn-outline-secondary flex-grow-1"
                onClick={book.form.close}
              >
                Cancel
              </button>
            )}
            <button
              type="button"
              className="btn btn-primary flex-grow-1"
              aria-label="Save searched address"
              onClick={book.form.openDialog}
            >
              Save
            </button>
          </div>
        </div>
      ) : null}
      <AddressDialog form={book.form} />
    </div>
  )
}

function NewAddress({ book, error }: SectionProps) {
  const { form } = book
  return (
    <section aria-labelledby="new-address">
      <h3 id="new-address" className="mb-3">
        {book.addresses.length > 0 ? 'Another address' : 'Where should we deliver?'}
      </h3>
      <AddressSearch
        text={form.draft.address}
        onText={(address) => form.change({ address })}
        onPlace={form.takePlace}
        error={form.isDialogOpen ? null : (form.error ?? error)}
        focused={form.isRequested}
      />
      <UseMyLocation onPoint={form.locate} />
    </section>
  )
}

/** How long to wait for the device's location, in milliseconds. */
const POSITION_TIMEOUT_MS = 15_000

/** A button that moves the pin to the device's location. */
function UseMyLocation({ onPoint }: { onPoint: (point: Point) => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  function request() {
    if (busy) return
    if (!navigator.geolocation)
      return setError("This browser can't share your location. Search for a place instead.")
    setBusy(true)
    setError('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        onPoint({ lat: coords.latitude, lng: coords.longitude })
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
        aria-disabled={busy}
        onClick={request}
      >
        <Icon name="pin" />
        {busy ? 'Finding you...' : 'Use my location'}
      </button>
      <div role="status" className="field-error">
        {error}
      </div>
    </div>
  )
}

type Props = {
  addresses: readonly SavedAddress[]
  selectedId: number | null
  onSelect: (id: number) => void
  onChange: (address: SavedAddress) => void
  onDelete: (id: number) => void
  busyId: number | null
}

/** The saved addresses as radio buttons. The selected address has a red border and a tick, as specified. */
function AddressCards({ addresses, selectedId, onSelect, onChange, onDelete, busyId }: Props) {
  return (
    <fieldset className="address-cards">
      <legend className="visually-hidden">Saved addresses</legend>
      {addresses.map((address) => {
        const selected = address.id === selectedId
        const name = address.address || 'Unnamed address'
        return (
          <div key={address.id} className="address-card">
            <label>
              <input
                type="radio"
                name="address"
                checked={selected}
                onChange={() => onSelect(address.id)}
                aria-label={`${address.address_type}: ${name}`}
              />
              <span className="address-type d-flex align-items-center gap-1 muted">
                <Icon name={address.address_type === 'Work' ? 'box' : 'home'} />
                {address.address_type}
                {selected && (
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
            <div className="d-flex justify-content-between">
              <button
                type="button"
                className="btn btn-link"
                aria-label={`Change ${name}`}
                onClick={() => onChange(address)}
              >
                Change
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete ${name}`}
                aria-disabled={busyId === address.id}
                onClick={() => onDelete(address.id)}
              >
                <Icon name="trash" />
              </button>
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
