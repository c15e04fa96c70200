import { useNavigate } from 'react-router-dom'
import { paths } from '../../config/paths.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { encodeList } from './list-link.ts'
import { type ListItem, listOf } from './list-of.ts'

/** Makes a school list of products, each once. */
export function MakeListButton({ items }: { items: readonly ListItem[] }) {
  const navigate = useNavigate()
  const make = () =>
    encodeList(listOf(items)).then(
      (fragment) => navigate(`${paths.list}#${fragment}`, { state: { isNew: true } }),
      () => notify('This browser is too old to make a list.', { kind: 'error' }),
    )
  return (
    <button type="button" className="btn btn-outline-secondary" onClick={() => void make()}>
      School list
    </button>
  )
}
