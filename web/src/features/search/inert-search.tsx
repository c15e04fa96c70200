import { Icon } from '../../ui/icon.tsx'

/** The search box of the shop's sidebar, which does nothing there. */
export function InertSearch() {
  return (
    <form className="search-box" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Search in the shop"
        placeholder="Search in the shop"
        autoComplete="off"
      />
      <button type="submit" aria-label="Search in the shop">
        <Icon name="search" />
      </button>
    </form>
  )
}
