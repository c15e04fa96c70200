import { showMoment, showTime } from '../format.ts'

/** A point in time in Kampala's time; `short` leaves the day out. */
export function Moment({ iso, short = false }: { iso: string; short?: boolean }) {
  return (
    <time dateTime={iso} title={`${showMoment(iso)} in Kampala, ${iso}`}>
      {short ? showTime(iso) : showMoment(iso)}
    </time>
  )
}
