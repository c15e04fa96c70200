import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../config/paths.ts'
import { type PublishedList, publishedListsQuery } from '../features/school-list/published-lists.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Failure } from '../ui/feedback/failure.tsx'
import { Field } from '../ui/form/field.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'
import '../features/school-list/school-lists.scss'

/** The minimum number of lists for which a search box is shown. */
const MIN_LISTS_FOR_SEARCH = 8

/** The published school lists. */
export function SchoolListsPage() {
  const { data, error, isPending, refetch } = useQuery(publishedListsQuery())
  return (
    <div className="shell page">
      <PageHead ruled title="School lists" />
      {isPending ? (
        <Spinner fillsPage />
      ) : error ? (
        <Failure message="The school lists didn't load." onRetry={() => void refetch()} />
      ) : data.lists.length === 0 ? (
        <EmptyState
          title="No school has published a list yet."
          text="Have a list on paper? Fill your cart and press “School list” there, or send us the list as a special order."
          leadsTo={{ to: paths.specialOrder, text: 'Special order' }}
        />
      ) : (
        <Lists lists={data.lists} />
      )}
      {data !== undefined && data.skipped > 0 ? (
        <p className="muted small">
          {data.skipped === 1 ? 'One list' : `${data.skipped} lists`} couldn't be read.
        </p>
      ) : null}
    </div>
  )
}

function Lists({ lists }: { lists: readonly PublishedList[] }) {
  const [words, setWords] = useState('')
  const searchTerms = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = lists.filter(({ school, title }) => {
    const text = `${school} ${title}`.toLowerCase()
    return searchTerms.every((word) => text.includes(word))
  })
  const schools = [...new Set(found.map(({ school }) => school))]
  return (
    <>
      <p className="muted">Open a list to see today's prices, tick what you have and buy the rest.</p>
      {lists.length < MIN_LISTS_FOR_SEARCH ? null : (
        <Field label="School or class" name="school" type="search" value={words} onChange={setWords} />
      )}
      <div role="status">
        {found.length === 0 ? <p>No matching lists. Try the school's name alone.</p> : null}
      </div>
      {schools.map((school) => (
        <section key={school} className="published">
          {school === '' ? null : <h2>{school}</h2>}
          <ul className="published-lists">
            {found
              .filter((list) => list.school === school)
              .map(({ title, lines, fragment }) => (
                <li key={fragment}>
                  <Link to={`${paths.list}#${fragment}`}>
                    <span>{title}</span>
                    <span className="muted">{lines === 1 ? '1 item' : `${lines} items`}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
