import { Field } from '../../ui/form/field.tsx'
import { Quantity } from '../../ui/form/quantity.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { LIST_LIMITS, type ListLine, type SchoolList } from './list-link.ts'

type Props = { list: SchoolList; onChange: (next: SchoolList) => void; onDone: () => void }

/** A form for editing a list's title, lines and notes. Each change updates the list's link. */
export function ListEditor({ list, onChange, onDone }: Props) {
  const changeLine = (at: number, part: Partial<ListLine>) =>
    onChange({
      ...list,
      lines: list.lines.map((line, place) => (place === at ? { ...line, ...part } : line)),
    })
  return (
    <form
      className="sheet d-grid"
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      <Field
        label="Title"
        name="title"
        value={list.title}
        helper="For example, P4 Blue, term 1"
        maxLength={LIST_LIMITS.titleCharacters}
        onChange={(title) => onChange({ ...list, title })}
      />
      <ul className="list-edits">
        {list.lines.map((line, at) => (
          <li key={`${line.id}-${at}`}>
            <fieldset className="list-edit">
              <legend className="product-name">{line.name || `Item ${line.id}`}</legend>
              <Quantity
                value={line.quantity}
                name={line.name}
                onMinus={() => changeLine(at, { quantity: line.quantity - 1 })}
                onPlus={() => changeLine(at, { quantity: Math.min(line.quantity + 1, LIST_LIMITS.quantity) })}
              />
              <details>
                <summary className="text-truncate">
                  {line.note === '' ? 'Add a note' : `Note: ${line.note}`}
                </summary>
                <Field
                  label="Note"
                  name={`note-${at}`}
                  value={line.note}
                  maxLength={LIST_LIMITS.noteCharacters}
                  onChange={(note) => changeLine(at, { note })}
                />
              </details>
              {list.lines.length > 1 ? (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Remove ${line.name} from the list`}
                  onClick={() => onChange({ ...list, lines: list.lines.filter((_, place) => place !== at) })}
                >
                  <Icon name="trash" />
                </button>
              ) : null}
            </fieldset>
          </li>
        ))}
      </ul>
      <button type="submit" className="btn btn-primary mt-3">
        Make the list
      </button>
    </form>
  )
}
