import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { AfterFirstInput } from './after-first-input.tsx'

test('the focus moves to the next control if the first tapped one, which Safari did not focus, is removed', async () => {
  document.body.innerHTML =
    '<main><button id="tapped">Remove</button><button id="next">Remove</button></main>'
  const [tapped, next] = ['tapped', 'next'].map((id) => document.getElementById(id) as HTMLElement)
  const event = new PointerEvent('pointerdown', { bubbles: true })
  tapped?.dispatchEvent(event)
  render(<AfterFirstInput event={event} />, { wrapper: MemoryRouter })
  tapped?.remove()
  await waitFor(() => expect(next).toHaveFocus())
})
