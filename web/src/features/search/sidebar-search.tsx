import { useId } from 'react'
import { Icon } from '../../ui/media/icon.tsx'

/** The sidebar's search box. Looks disabled and does nothing. */
export function SidebarSearch() {
  const reasonId = useId()
  return (
    <form className="search-box search-inert" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Search in the shop"
        aria-describedby={reasonId}
        placeholder="Search in the shop"
        autoComplete="off"
      />
      <button type="submit" aria-label="Search in the shop" aria-disabled="true">
        <Icon name="search" />
      </button>
      <span id={reasonId} hidden>
        This box doesn't search yet. Use the search at the top of the page.
      </span>
    </form>
  )
}
