import { useState } from 'react'
import { UndoNote } from '../../ui/feedback/undo-note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Quantity } from '../../ui/form/quantity.tsx'
import { IconButton } from '../../ui/media/icon.tsx'
import { LIST_LIMITS, type ListLine, type SchoolList } from './list-link.ts'

type Props = { list: SchoolList; onChange: (next: SchoolList) => void; onDone: () => void }

/** A form for editing a list's title, lines and notes. Each change updates the list's link. */
export function ListEditor({ list, onChange, onDone }: Props) {
  const [removed, setRemoved] = useState<{ line: ListLine; index: number } | null>(null)
  const changeLine = (index: number, part: Partial<ListLine>) =>
    onChange({
      ...list,
      lines: list.lines.map((line, other) => (other === index ? { ...line, ...part } : line)),
    })
  const remove = (index: number) => {
    const line = list.lines[index]
    if (line) setRemoved({ line, index })
    onChange({ ...list, lines: list.lines.filter((_, other) => other !== index) })
  }
  const undo = () => {
    setRemoved(null)
    if (!removed) return
    const { line, index } = removed
    onChange({ ...list, lines: [...list.lines.slice(0, index), line, ...list.lines.slice(index)] })
  }
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
      <UndoNote text={removed && `${nameOf(removed.line)} removed from the list.`} onUndo={undo} />
      <ul className="list-edits">
        {list.lines.map((line, index) => (
          <li key={`${line.id}-${index}`}>
            <EditedLine
              line={line}
              at={index}
              onChange={(part) => changeLine(index, part)}
              onRemove={list.lines.length > 1 ? () => remove(index) : null}
            />
          </li>
        ))}
      </ul>
      <button type="submit" className="btn btn-primary mt-3">
        Make the list
      </button>
    </form>
  )
}

const nameOf = (line: ListLine) => line.name || `Item ${line.id}`

type LineProps = {
  line: ListLine
  at: number
  onChange: (part: Partial<ListLine>) => void
  /** Null for the only line of a list. */
  onRemove: (() => void) | null
}

function EditedLine({ line, at, onChange, onRemove }: LineProps) {
  const name = nameOf(line)
  return (
    <fieldset className="list-edit">
      <legend className="product-name">{name}</legend>
      <Quantity
        value={line.quantity}
        name={name}
        onMinus={() => onChange({ quantity: line.quantity - 1 })}
        onPlus={() => onChange({ quantity: Math.min(line.quantity + 1, LIST_LIMITS.quantity) })}
      />
      <details>
        <summary>{line.note === '' ? 'Add a note' : `Note: ${line.note}`}</summary>
        <Field
          label="Note"
          name={`note-${at}`}
          value={line.note}
          maxLength={LIST_LIMITS.noteCharacters}
          onChange={(note) => onChange({ note })}
        />
      </details>
      {onRemove ? (
        <IconButton icon="trash" label={`Remove ${name} from the list`} onClick={onRemove} />
      ) : null}
    </fieldset>
  )
}
