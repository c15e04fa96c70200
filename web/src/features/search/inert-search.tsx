import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'

/** The search box of the shop's sidebar, which does nothing there. */
export function InertSearch() {
  const why = useId()
  return (
    <form className="search-box" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Search in the shop"
        aria-describedby={why}
        placeholder="Search in the shop"
        autoComplete="off"
      />
      <button type="submit" aria-label="Search in the shop" aria-disabled="true">
        <Icon name="search" />
      </button>
      <span id={why} hidden>
        This box does nothing yet. Search at the top of the page.
      </span>
    </form>
  )
}
