type Props = {
  label?: string
  /** Takes the height of a page, so that the footer does not jump. */
  fillsPage?: boolean
}

/** Says that something is on its way. */
export function Spinner({ label = 'Loading...', fillsPage = false }: Props) {
  const spinner = (
    <span className="spinner" role="status">
      {label}
    </span>
  )
  return fillsPage ? <div className="page-wait">{spinner}</div> : spinner
}
