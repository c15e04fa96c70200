import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { store } from '../../config/store.ts'
import { Icon } from '../media/icon.tsx'
import { PhoneText } from '../page/phone-text.tsx'
import { type FormStatus, focusFirstError } from './use-submit.ts'

type Props = {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'search'
  error?: string | null | undefined
  /** Advice on correcting the error. */
  advice?: string
  /** Shown between label and field, unless it is read-only. */
  hint?: ReactNode
  /** A hint below the field, replaced by an announced error. */
  helper?: string | undefined
  autoComplete?: string
  /** Defaults to the keyboard of the type. */
  inputMode?: ComponentProps<'input'>['inputMode']
  enterKeyHint?: ComponentProps<'input'>['enterKeyHint']
  required?: boolean
  readOnly?: boolean
  multiline?: boolean
  min?: number
  maxLength?: number
  rows?: number
  onBlur?: () => void
}

/** The number of characters of a read-only value that fit into a line on a phone. */
const MAX_INPUT_LENGTH = 20

/**
 * A labelled input. Hint and error are associated for screen readers; passwords can be shown. Errors that the browser's
 * validation finds are shown like other errors.
 */
export function Field({
  label,
  value,
  onChange,
  type = 'text',
  inputMode = type === 'email' || type === 'tel' ? type : undefined,
  error: givenError,
  advice,
  hint: givenHint,
  helper,
  readOnly = false,
  // Inputs don't wrap.
  multiline = readOnly && value.length > MAX_INPUT_LENGTH,
  rows = readOnly ? 2 : 3,
  min,
  ...rest
}: Props) {
  const id = useId()
  const check = useBrowserCheck(label)
  const error = givenError || check.error
  const hint = readOnly ? null : givenHint
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : helper ? `${id}-helper` : '']
    .filter(Boolean)
    .join(' ')
  const change = (next: string) => {
    check.clear()
    onChange(next)
  }
  const shared = {
    ...rest,
    readOnly,
    inputMode,
    onInvalid: check.onInvalid,
    id,
    value,
    className: 'form-control',
    // Otherwise, browsers report an empty required field as invalid from the start.
    'aria-invalid': error ? true : rest.required ? false : undefined,
    'aria-describedby': described || undefined,
    ...(type === 'email' ? { autoCapitalize: 'off', spellCheck: false } : {}),
  } as const
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      ) : null}
      {multiline ? (
        <textarea {...shared} rows={rows} onChange={(event) => change(event.target.value)} />
      ) : type === 'password' ? (
        <PasswordInput {...shared} onChange={(event) => change(event.target.value)} />
      ) : (
        <input
          {...shared}
          {...(min === undefined ? {} : { min })}
          type={type}
          onChange={(event) => change(event.target.value)}
        />
      )}
      <FieldMessage id={id} error={error} advice={advice} helper={helper} />
    </div>
  )
}

/** Returns the error that the browser's check of a field has found, instead of the browser's own message. */
function useBrowserCheck(label: string) {
  const [error, setError] = useState('')
  return {
    error,
    clear: () => setError(''),
    onInvalid(event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) {
      event.preventDefault()
      const { form, validity, validationMessage } = event.currentTarget
      setError(validity.valueMissing ? `${label} is required` : validationMessage)
      focusFirstError(form)
    },
  }
}

/** A password input with a button that shows the password. */
function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="field-secret">
      <input {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className="link-button strong"
        aria-pressed={isShown}
        aria-controls={props.id}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}

type MessageProps = Pick<Props, 'error' | 'helper'> & { id: string; advice: string | undefined }

function FieldMessage({ id, error, advice, helper }: MessageProps) {
  return (
    <div aria-live={helper === undefined ? undefined : 'polite'}>
      {error ? (
        <div id={`${id}-error`} className="field-error">
          <Icon name="alert" />
          <span>
            <span>{error}</span> {advice ? <span className="d-block">{advice}</span> : null}
          </span>
        </div>
      ) : helper ? (
        <div id={`${id}-helper`} className="field-hint mb-0">
          {helper}
        </div>
      ) : null}
    </div>
  )
}

/**
 * Binds fields to a draft: `const field = bindFields(draft, errors, change)`, then `<Field label="Phone"
 * {...field('phone')} />`.
 * @param onChange receives the changed property only
 */
export function bindFields<T extends Record<string, string>>(
  draft: T,
  errors: { readonly [name in keyof T]?: string | undefined },
  onChange: (change: Partial<T>) => void,
) {
  return <K extends keyof T & string>(name: K) => ({
    name,
    value: draft[name] as string,
    error: errors[name],
    onChange: (value: string) => onChange({ [name]: value } as Partial<T>),
  })
}

/** Scrolls the minimum distance that makes an element visible. Used for feedback that is inserted off the screen. */
const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/**
 * The success of a form, next to its button. The form announces it, or the toast that shows it, too.
 * @param props.children what follows, a line for each element
 */
export function FormSuccess({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="notice notice-success d-grid gap-1" ref={showWhole}>
      <p>{text}</p>
      {children}
    </div>
  )
}

type FormErrorProps = {
  error: FormStatus | null
  id?: string
  children?: ReactNode
}

/**
 * An error of the whole form, next to its button. `useSubmit` announces its text. The live region for the rest exists
 * before the error, so that it is announced.
 */
export function FormError({ error, id, children }: FormErrorProps) {
  const isError = error !== null && !error.isWaiting
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isError) showWhole(box.current)
  }, [isError])
  return (
    <div
      ref={box}
      {...(isError
        ? { className: 'notice notice-error d-block', role: 'group', 'aria-label': 'Error' }
        : error
          ? { className: 'notice' }
          : {})}
      id={id}
    >
      {isError && <strong>{error.text}</strong>}
      <div className={isError ? 'd-grid gap-1' : undefined} aria-live="polite">
        {error?.isWaiting && (
          <>
            <span>{error.text}</span> <PhoneText>{`You can also call ${store.phones[0]}.`}</PhoneText>
          </>
        )}
        {isError && error.detail && <PhoneText>{error.detail}</PhoneText>}
        {isError && children}
      </div>
    </div>
  )
}
