import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { Button, Form } from 'react-bootstrap'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { errorText, stripParentheses, useIsBusy } from '../control-client.ts'
import type { AddError, Draft } from '../draft.ts'

type FormOptions<S extends z.ZodType> = {
  /** The schema of the request body. */
  schema: S
  initial: Draft
  /** Converts the texts to a request body. Adds an error for each text that cannot be converted. */
  toBody: (draft: Draft, addError: AddError) => unknown
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
    const showErrors = (messages: Draft) => {
      flushSync(() => setErrors(messages))
      form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    }
    const conversionErrors: Record<string, string> = {}
    const body = toBody(draft, (field, message) => {
      conversionErrors[field] = message
      return undefined
    })
    const { success, data, error } = schema.safeParse(body)
    const messages = { ...(success ? {} : messagesOf(error.issues)), ...conversionErrors }
    showErrors(messages)
    if (Object.keys(messages).length > 0) return
    const requestError = await send(data as z.infer<S>)
    // What was typed during the request stays.
    if (requestError === null) return setDraft((typed) => (typed === draft ? initial : typed))
    const field = fieldOf?.(requestError)
    if (field !== undefined) showErrors({ [field]: errorText(requestError) })
  }

  /** Returns the props of a field. @param current its value until something is typed */
  const field = (name: string, current = '') => ({
    name,
    value: draft[name] ?? current,
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
  submitLabel: string
  /** Accessible name of the button, if several buttons share the label. */
  submitName?: string
  disabled?: boolean
  className?: string
  children: ReactNode
}

export function RequestForm({
  form,
  submitLabel,
  submitName,
  disabled,
  className = '',
  children,
}: FormProps) {
  const isBusy = useIsBusy()
  return (
    <Form noValidate className={className} onSubmit={(event) => void form.onSubmit(event)}>
      {children}
      <Button type="submit" className="me-auto" aria-label={submitName} disabled={isBusy || disabled}>
        {submitLabel}
      </Button>
    </Form>
  )
}

type Issue = z.core.$ZodIssue

/** Returns the first message for each field. For a union, reports the alternative that knows all keys of the value. */
function messagesOf(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of issues) {
    const path = [...prefix, ...issue.path]
    const alternatives = issue.code === 'invalid_union' ? issue.errors : []
    const closestIssues = alternatives.find((errors) =>
      errors.every(({ code }) => code !== 'unrecognized_keys'),
    )
    const fieldMessages = closestIssues
      ? messagesOf(closestIssues, path)
      : { [path.join('.')]: messageOf(issue) }
    for (const [name, text] of Object.entries(fieldMessages)) messages[name] ??= text
  }
  return messages
}

function messageOf(issue: Issue): string {
  if (issue.code === 'too_small') return `Must be at least ${issue.minimum}.`
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `May have at most ${issue.maximum} characters.`
      : `Must be at most ${issue.maximum}.`
  return issue.code === 'invalid_type'
    ? `Must be ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}.`
    : toSentence(stripParentheses(issue.message), issue.path.at(-1))
}

/** Converts a validation message such as `path must begin with /` or `is too long` to a sentence without the field. */
function toSentence(message: string, field: PropertyKey | undefined): string {
  const text = message.startsWith(`${String(field)} `) ? message.slice(String(field).length + 1) : message
  const sentence = text.startsWith('is ') ? `It ${text}` : text.charAt(0).toUpperCase() + text.slice(1)
  return sentence.endsWith('.') ? sentence : `${sentence}.`
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

/** A labelled input or select with its hint or error message. */
export function Field({ label, hint, error, options, ...control }: FieldProps) {
  const id = useId()
  const description = error ?? hint
  const props = {
    ...control,
    isInvalid: error !== undefined,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': description === undefined ? undefined : `${id}-description`,
  }
  return (
    <Form.Group controlId={id}>
      <Form.Label>{label}</Form.Label>
      {options ? (
        <Form.Select {...props}>
          {options.map(([value, optionLabel]) => (
            <option key={value} value={value}>
              {optionLabel}
            </option>
          ))}
        </Form.Select>
      ) : (
        <Form.Control spellCheck={false} autoCapitalize="off" {...props} />
      )}
      {description !== undefined && (
        <Form.Text id={`${id}-description`} className={error && 'text-danger'}>
          {error ? `✕ ${error}` : hint}
        </Form.Text>
      )}
    </Form.Group>
  )
}
