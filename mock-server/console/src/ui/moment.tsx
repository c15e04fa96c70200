import { showMoment, showTime } from '../format.ts'

/** Shows a time in Kampala's time zone; `short` omits the date. */
export function Moment({ iso, short = false }: { iso: string; short?: boolean }) {
  return (
    <time dateTime={iso} title={`${showMoment(iso)} in Kampala, ${iso}`}>
      {short ? showTime(iso) : showMoment(iso)}
    </time>
  )
}
