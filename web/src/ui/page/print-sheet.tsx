import type { ReactNode } from 'react'
import { store } from '../../config/store.ts'
import './print-sheet.scss'

type Props = {
  /** The sheet's name for screen readers. */
  label: string
  className: string
  /** Details in the header, next to the shop's. */
  facts: ReactNode
  children: ReactNode
}

/** An A4 sheet with the shop's header, for reading and printing. */
export function PrintSheet({ label, className, facts, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen it scrolls, and has nothing else to focus.
    <article className={`print-sheet on-paper ${className}`} aria-label={label} tabIndex={0}>
      <header>
        <div>
          <p className="print-sheet-shop">{store.name}</p>
          <p>{store.tagline}</p>
          <p>{store.phones.join(' · ')}</p>
          <p>{store.email}</p>
        </div>
        <dl>{facts}</dl>
      </header>
      {children}
    </article>
  )
}

export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
