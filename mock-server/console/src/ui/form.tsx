import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { Button, Form } from 'react-bootstrap'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { errorText, runCommand, useIsBusy, withoutParentheses } from '../control-client.ts'

/** The texts of a form by field, which is a path in the request body such as `effect.status`. */
export type Draft = Readonly<Record<string, string>>
export type AddError = (field: string, message: string) => undefined

type FormOptions<S extends z.ZodType> = {
  /** The schema of the request body. */
  schema: S
  initial: Draft
  /** Converts the texts to a request body. Texts that cannot be converted are refused. */
  toBody: (draft: Draft, refuse: AddError) => unknown
  /** @returns the error of the request; null if it succeeded, which resets the form */
  send: (body: z.infer<S>) => Promise<Error | null>
  /** Returns the field that caused an error, if one did. */
  fieldOf?: (error: Error) => string | undefined
}

/** Holds the state of a form whose request body is validated by its schema before it is sent. */
export function useForm<S extends z.ZodType>({ schema, initial, toBody, send, fieldOf }: FormOptions<S>) {
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Draft>({})

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const showErrors = (found: Draft) => {
      flushSync(() => setErrors(found))
      form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    }
    const refused: Record<string, string> = {}
    const body = toBody(draft, (field, message) => {
      refused[field] = message
      return undefined
    })
    const { success, data, error } = schema.safeParse(body)
    const messages = { ...(success ? {} : messagesOf(error.issues)), ...refused }
    showErrors(messages)
    if (Object.keys(messages).length > 0) return
    const requestError = await send(data as z.infer<S>)
    if (requestError === null) return setDraft(initial)
    const field = fieldOf?.(requestError)
    if (field !== undefined) showErrors({ [field]: errorText(requestError) })
  }

  const field = (name: string, shown = '') => ({
    name,
    value: draft[name] ?? shown,
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: target.value })
      setErrors({})
    },
  })
  return { draft, field, onSubmit }
}

/** Converts texts to numbers, and empty ones to null. */
export function toNumbers(draft: Draft): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(draft).map(([key, text]) => [key, text.trim() ? Number(text) : null]),
  )
}

type FormProps = {
  form: Pick<ReturnType<typeof useForm>, 'onSubmit'>
  submit: string
  submitName?: string
  disabled?: boolean
  className?: string
  children: ReactNode
}

export function RequestForm({ form, submit, submitName, disabled, className = '', children }: FormProps) {
  const isBusy = useIsBusy()
  return (
    <Form noValidate className={className} onSubmit={(event) => void form.onSubmit(event)}>
      {children}
      <Button type="submit" className="me-auto" aria-label={submitName} disabled={isBusy || disabled}>
        {submit}
      </Button>
    </Form>
  )
}

type Issue = z.core.$ZodIssue

/** Returns the first message for each field. Of a union, the alternative that has all keys of the value is reported. */
function messagesOf(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of issues) {
    const path = [...prefix, ...issue.path]
    const alternatives = issue.code === 'invalid_union' ? issue.errors : []
    const closestIssues = alternatives.find((errors) =>
      errors.every(({ code }) => code !== 'unrecognized_keys'),
    )
    const found = closestIssues ? messagesOf(closestIssues, path) : { [path.join('.')]: messageOf(issue) }
    for (const [name, text] of Object.entries(found)) messages[name] ??= text
  }
  return messages
}

function messageOf(issue: Issue): string {
  if (issue.message.startsWith('((')) return withoutParentheses(issue.message)
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}.`
  if (issue.code === 'too_big') return `Must be at most ${issue.maximum}.`
  return issue.code === 'invalid_type'
    ? `Must be ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}.`
    : issue.message
}

type InputProps = 'type' | 'step' | 'inputMode' | 'autoComplete' | 'aria-label'
type FieldProps = Pick<ComponentProps<typeof Form.Control>, InputProps> & {
  label: string
  name?: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  /** Values with their labels; makes the field a select. */
  options?: readonly (readonly [value: string, label: string])[] | undefined
  onChange: (event: { target: { value: string } }) => void
}

export function Field({ label, hint, error, options, ...control }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  const props = {
    ...control,
    isInvalid: error !== undefined,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
  }
  return (
    <Form.Group controlId={id}>
      <Form.Label>{label}</Form.Label>
      {options ? (
        <Form.Select {...props}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Form.Select>
      ) : (
        <Form.Control spellCheck={false} autoCapitalize="off" {...props} />
      )}
      {note !== undefined && (
        <Form.Text id={`${id}-note`} className={error && 'text-danger'}>
          {error ? `✕ ${error}` : hint}
        </Form.Text>
      )}
    </Form.Group>
  )
}

type CommandButtonProps = {
  label: ReactNode
  /** Accessible name, if several buttons share the label. */
  name?: string
  variant?: string
  disabled?: boolean
  /** Asks this question first, because data is lost. */
  question?: string | undefined
  send: () => Promise<unknown>
  /** The message after success. */
  done: string
}

export function CommandButton({
  label,
  name,
  variant,
  disabled = false,
  question,
  send,
  done,
}: CommandButtonProps) {
  const isBusy = useIsBusy()
  return (
    <Button
      variant={variant ?? (question ? 'outline-danger' : 'outline-secondary')}
      aria-label={name}
      disabled={disabled || isBusy}
      onClick={() => (!question || window.confirm(question)) && void runCommand(send, done)}
    >
      {label}
    </Button>
  )
}

export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    throw new Error('This browser does not allow copying; select the text and copy it manually.')
  }
}
