import { Icon } from '../../ui/media/icon.tsx'
import type { SavedAddress } from './address.ts'

type Props = {
  addresses: readonly SavedAddress[]
  selectedId: number | null
  onSelect: (id: number) => void
  onChange: (address: SavedAddress) => void
  onDelete: (id: number) => void
  /** The id of the address that is being deleted. */
  busyId: number | null
}

/** The saved addresses as radio buttons. The selected address has a red border and a tick, as specified. */
export function AddressCards({ addresses, selectedId, onSelect, onChange, onDelete, busyId }: Props) {
  return (
    <fieldset className="address-cards">
      <legend className="visually-hidden">Saved addresses</legend>
      {addresses.map((address) => {
        const selected = address.id === selectedId
        const name = address.address || 'Unnamed address'
        return (
          <div key={address.id} className={`address-card ${selected ? 'is-selected' : ''}`}>
            <label>
              <input
                type="radio"
                name="address"
                checked={selected}
                onChange={() => onSelect(address.id)}
                aria-label={`${address.address_type}: ${name}`}
              />
              <span className="address-type">
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
            <div className="address-actions">
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
