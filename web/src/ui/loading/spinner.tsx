type Props = {
  label?: string
  /** Fills the height of a page, so that the footer does not move. */
  fillsPage?: boolean
}

export function Spinner({ label = 'Loading...', fillsPage = false }: Props) {
  const spinner = (
    <span className="spinner" role="status">
      {label}
    </span>
  )
  return fillsPage ? <div className="page-wait">{spinner}</div> : spinner
}
