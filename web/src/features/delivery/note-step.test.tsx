import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildWith } from '../../../test/settings.ts'
import type { DeliveryMode } from '../../domain/delivery-fee.ts'

const NOTE_MISSING = 'Delivery note is required'
const BOX_MISSING = 'You must confirm your details to proceed.'

afterEach(() => {
  vi.resetModules()
})

async function show(submitted = false, mode: DeliveryMode = 'home') {
  vi.resetModules()
  const { NoteStep } = await import('./note-step.tsx')
  function Form() {
    const [note, setNote] = useState('')
    const [isConfirmed, setConfirmed] = useState(false)
    return (
      <NoteStep
        mode={mode}
        note={note}
        onNote={setNote}
        isConfirmed={isConfirmed}
        onConfirmedChange={setConfirmed}
        isSubmitted={submitted}
      />
    )
  }
  render(<Form />)
  return { note: screen.getByLabelText('Delivery Note'), box: screen.getByRole('checkbox') }
}

const isError = (text: string) => screen.getByText(text).closest('.field-error') !== null

test('shows missing values as hints at first', async () => {
  const { note, box } = await show()
  for (const text of [NOTE_MISSING, BOX_MISSING]) expect(isError(text)).toBe(false)
  expect(note).not.toHaveAttribute('aria-invalid', 'true')
  expect(note).toHaveAccessibleDescription(
    `For example a landmark or the colour of the gate. ${NOTE_MISSING}`,
  )
  expect(box).not.toHaveAttribute('aria-invalid')
})

test('announces an empty note or an unticked box as an error on blur', async () => {
  const { note, box } = await show()
  await userEvent.click(note)
  await userEvent.tab()
  expect(isError(NOTE_MISSING)).toBe(true)
  expect(note).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByText(NOTE_MISSING).closest('[aria-live=polite]')).not.toBeNull()
  expect(isError(BOX_MISSING)).toBe(false)
  await userEvent.tab()
  expect(isError(BOX_MISSING)).toBe(true)
  expect(box).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByText(BOX_MISSING).closest('[aria-live=polite]')).not.toBeNull()
})

test('shows both as errors after an attempt to continue, until the note is entered and the box is ticked', async () => {
  const { note, box } = await show(true)
  for (const text of [NOTE_MISSING, BOX_MISSING]) expect(isError(text)).toBe(true)
  await userEvent.type(note, 'Green gate')
  await userEvent.click(box)
  for (const text of [NOTE_MISSING, BOX_MISSING]) expect(screen.queryByText(text)).toBeNull()
})

test('shows neither the hint about the gate nor the upcountry notice for a pickup', async () => {
  await show()
  expect(screen.getByText(/For upcountry deliveries/)).toBeVisible()
  cleanup()
  const { note } = await show(false, 'pickup')
  expect(screen.queryByText(/For upcountry deliveries/)).toBeNull()
  expect(note).toHaveAccessibleDescription(
    `For example when you'll come, or who will collect it. ${NOTE_MISSING}`,
  )
})

test('names the rider only for a delivery whose note the shop sends to the host', async () => {
  await show()
  expect(screen.queryByText('Note for the rider')).toBeNull()
  cleanup()
  buildWith({ VITE_SEND_DELIVERY_NOTE: 'on' })
  await show()
  expect(screen.getByText('Note for the rider')).toBeVisible()
  cleanup()
  await show(false, 'pickup')
  expect(screen.queryByText('Note for the rider')).toBeNull()
})
