import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'

type FieldProps = { label: string; hint?: string | undefined; error?: string | undefined }
type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A control of any kind with its label, hint and error. The first invalid control of a form receives the focus. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = error && field.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]')
    if (first && field.current?.contains(first)) first.focus()
  }, [error])
  return (
    <div className="field" ref={field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={error ? 'wrong' : 'hint'}>
          {error ? `✕ ${error}` : hint}
        </p>
      )}
    </div>
  )
}

type Typed = { value: string; onType: (text: string) => void }

/** An input; uncontrolled without `onType`. */
export function TextField({
  label,
  hint,
  error,
  onType,
  ...input
}: FieldProps & Partial<Typed> & Omit<ComponentProps<'input'>, 'value'>) {
  const typed = onType && { onChange: ({ target }: { target: HTMLInputElement }) => onType(target.value) }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input spellCheck={false} autoCapitalize="off" {...input} {...control} {...typed} />}
    </Field>
  )
}

/** @param options values, or values with their labels */
export function SelectField({
  label,
  value,
  onType,
  options,
}: FieldProps & Typed & { options: readonly (string | readonly [value: string, label: string])[] }) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onType(event.target.value)}>
          {options.map((option) => {
            const [key, words] = typeof option === 'string' ? [option, option] : option
            return (
              <option key={key} value={key}>
                {words}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}
