import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { limits } from '../../config/limits.ts'

type Props = {
  code: string
  onChange: (code: string) => void
  invalid: boolean
  describedBy: string | undefined
}

/** One box per digit, without gaps. A pasted code fills all boxes; Backspace moves to the previous box. */
export function CodeInput({ code, onChange, invalid, describedBy }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])

  useEffect(() => {
    if (code === '') boxes.current[0]?.focus()
  }, [code])

  function put(index: number, typed: string) {
    const digits = typed.replace(/\D/g, '')
    if (digits === '') return
    // Input of more than two digits is a pasted or autofilled code and fills all boxes.
    const next = digits.length > 2 ? digits : code.slice(0, index) + digits.slice(-1) + code.slice(index + 1)
    const stored = next.slice(0, limits.codeLength)
    onChange(stored)
    boxes.current[
      Math.min(stored.length === code.length ? index + 1 : stored.length, limits.codeLength - 1)
    ]?.focus()
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key === 'Backspace') {
      event.preventDefault()
      const at = code[index] === undefined ? index - 1 : index
      if (at < 0) return
      onChange(code.slice(0, at) + code.slice(at + 1))
      boxes.current[at]?.focus()
    } else if (event.key === 'ArrowLeft') boxes.current[index - 1]?.focus()
    else if (event.key === 'ArrowRight') boxes.current[index + 1]?.focus()
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault()
    const digits = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, limits.codeLength)
    if (digits === '') return
    onChange(digits)
    boxes.current[Math.min(digits.length, limits.codeLength - 1)]?.focus()
  }

  return (
    <fieldset className="code-boxes d-flex gap-3 mb-3" aria-describedby={describedBy}>
      <legend>{limits.codeLength}-digit code</legend>
      {Array.from({ length: limits.codeLength }, (_, index) => (
        <input
          key={index}
          className="form-control"
          ref={(box) => {
            boxes.current[index] = box
          }}
          aria-label={`Digit ${index + 1} of ${limits.codeLength}`}
          aria-invalid={invalid || undefined}
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          inputMode="numeric"
          value={code[index] ?? ''}
          onChange={(event) => put(index, event.target.value)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPaste={onPaste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </fieldset>
  )
}
