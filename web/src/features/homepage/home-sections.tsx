import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, startTransition, useEffect, useState } from 'react'
import { limits } from '../../config/limits.ts'
import { paths } from '../../config/paths.ts'
import { useIsOnline } from '../../platform/online.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { StillTrying } from '../../ui/feedback/still-trying.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { AsOf } from '../../ui/page/as-of.tsx'
import { sectionsMessage, sectionsQuery } from './queries.ts'
import { SectionCard } from './section-card.tsx'
import { groupSections } from './section-groups.ts'
import { SectionStrip } from './section-strip.tsx'

/** The number of sections to render immediately and then in each idle period. */
const FIRST_SECTIONS = 2
const BATCH = 3

/**
 * The sections of the home page in groups of six. Each group has a row of four cards, followed by strips.
 * @param afterFirst content to render after the first group
 */
export function HomeSections({ afterFirst }: { afterFirst: ReactNode }) {
  const { data, error, dataUpdatedAt, isPending, refetch } = useQuery(sectionsQuery())
  const online = useIsOnline()
  const count = useIdleBatches(data?.length ?? 0)

  if (isPending) return <SectionsSkeleton onRetry={() => void refetch()} />
  if (error && !online) {
    return <Failure message="You're offline. The shop will appear as soon as you're back online." />
  }
  if (error) {
    return (
      <div className="failure sections-failure" role="alert">
        <p>
          <strong>Error:</strong> {sectionsMessage(error)}
        </p>
        <p>Please try refreshing the page.</p>
        <button type="button" className="btn btn-outline-secondary" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title="Nothing is featured just now."
        text="You'll find all our products in the shop."
        leadsTo={{ to: paths.shop, text: 'Browse the shop' }}
      />
    )
  }
  const groups = groupSections(data.slice(0, count)).map(({ cards, strips }, group) => (
    <Fragment key={cards[0]?.section.id ?? group}>
      <div className="section-group">
        <div className="card-row">
          {cards.map(({ section, number }) => (
            <SectionCard key={section.id} section={section} title={section.title ?? `Section ${number}`} />
          ))}
        </div>
        {strips.map(({ section, number }) => (
          <SectionStrip key={section.id} section={section} title={section.title ?? `Section ${number}`} />
        ))}
      </div>
      {group === 0 && (count > limits.sectionGroup || count === data.length) ? afterFirst : null}
    </Fragment>
  ))
  return (
    <>
      {online ? null : (
        <p className="muted">
          Prices
          <AsOf at={dataUpdatedAt} />
        </p>
      )}
      {groups}
    </>
  )
}

/** The skeleton of the first group. */
function SectionsSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="section-group sections-wait" aria-busy="true">
      <div className="wait-note">
        <p role="status">Loading...</p>
        <StillTrying waiting onRetry={onRetry} />
      </div>
      <div className="card-row" aria-hidden="true">
        {[0, 1, 2, 3].map((at) => (
          <div key={at} className="section-card">
            <h2>{at === 0 ? null : <Skeleton width="70%" />}</h2>
            <div className="card-pictures card-single">
              <Skeleton ratio="square" />
            </div>
            <div className="section-card-foot" />
          </div>
        ))}
      </div>
    </div>
  )
}

/**
 * The maximum wait for an idle period, in milliseconds. Short enough to complete a long home page within three seconds.
 */
const IDLE_TIMEOUT_MS = 120

/** Whether all sections were rendered during this visit. If so, they are rendered immediately on return. */
let wasComplete = false

/**
 * Returns how many of the sections to render now. Starts with a few and adds batches while the browser is idle, which
 * avoids long tasks. Doesn't wait for scrolling, so that find-in-page and screen readers reach all sections.
 */
function useIdleBatches(total: number): number {
  const [count, setCount] = useState(() => (wasComplete ? Number.POSITIVE_INFINITY : FIRST_SECTIONS))
  useEffect(() => {
    if (total === 0) return
    if (count >= total) {
      wasComplete = true
      return
    }
    return whenIdle(() => startTransition(() => setCount(count + BATCH)), IDLE_TIMEOUT_MS)
  }, [count, total])
  return Math.min(count, total)
}
