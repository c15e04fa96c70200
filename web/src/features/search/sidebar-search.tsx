import { type FormEvent, useId, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { shopSearchPath } from '../../config/paths.ts'
import { destinations } from '../../config/store.ts'
import { Icon } from '../../ui/media/icon.tsx'

/** The sidebar's search box. Looks disabled and does nothing unless the store's settings enable it. */
export function SidebarSearch() {
  const reasonId = useId()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const isEnabled = destinations.shopSearch === 'search'

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const words = field.current?.value.trim() ?? ''
    if (isEnabled && words !== '') navigate(shopSearchPath(words))
  }
  return (
    <form className={isEnabled ? 'search-box' : 'search-box search-inert'} onSubmit={onSubmit}>
      <input
        type="search"
        aria-label="Search in the shop"
        aria-describedby={isEnabled ? undefined : reasonId}
        placeholder="Search in the shop"
        autoComplete="off"
        ref={field}
      />
      <button type="submit" aria-label="Search in the shop" aria-disabled={isEnabled ? undefined : true}>
        <Icon name="search" />
      </button>
      {isEnabled ? null : (
        <span id={reasonId} hidden>
          This box doesn't search yet. Use the search at the top of the page.
        </span>
      )}
    </form>
  )
}
