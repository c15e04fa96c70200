import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { goOffline } from '../../test/go-offline.ts'
import { lateResponse, leaveFor, renderShop } from '../../test/render.tsx'
import { sentCode } from '../../test/reset-code.ts'

const inPage = () => within(screen.getByRole('main'))
const box = (position: number) => screen.findByLabelText(`Digit ${position} of 4`)

describe('entering the code', () => {
  test('verifies a complete code once, ignores clicks meanwhile, and continues', async () => {
    const { emulator, code } = await sentCode()
    const late = lateResponse()
    const file = (request: string) => (request === 'POST /auth/verify-token' ? late.response : undefined)
    const shop = await renderShop({ path: '/verify', emulator, file })
    const hint = await screen.findByText(/We check it as soon as the last digit is in\.$/)
    expect(hint.compareDocumentPosition(await box(1))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await shop.user.click(await box(1))
    await shop.user.keyboard(code)
    await shop.user.click(screen.getByRole('button', { name: 'Verifying...' }))
    late.send(Response.json({ message: 'OTP verified.' }))
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
    expect(sessionStorage.getItem('resetToken')).toBe(code)
    expect(shop.requests.filter((request) => request === 'POST /auth/verify-token')).toHaveLength(1)
  })

  test.each([
    ['was left', '/about-us', '/about-us'],
    ['was left for one whose code is still loading', '/verify', '/refund-policy'],
  ])('opens no other page if the code is verified after the page %s', async (_, loaded, next) => {
    const { emulator, code } = await sentCode()
    const late = lateResponse()
    const file = (request: string) => (request === 'POST /auth/verify-token' ? late.response : undefined)
    const shop = await renderShop({ path: loaded, emulator, file })
    await screen.findByRole('heading', { level: 1 })
    leaveFor('/verify')
    await shop.user.click(await box(1))
    await shop.user.keyboard(code)
    await waitFor(() => expect(shop.requests).toContain('POST /auth/verify-token'))
    leaveFor(next)
    late.send(Response.json({ message: 'OTP verified.' }))
    expect(await screen.findByText('OTP verified successfully!')).toBeVisible()
    expect(window.location.pathname).toBe(next)
  })

  test('leads to a first code if none was requested in this tab', async () => {
    await renderShop({ path: '/verify' })
    expect(await inPage().findByText(/^Type or paste the code we sent you\. /)).toBeVisible()
    expect(inPage().getByRole('link', { name: 'Get a code' })).toHaveAttribute('href', '/forgot-password')
    expect(inPage().queryByRole('button', { name: 'Send it again' })).toBeNull()
  })

  test('keeps the code if the network fails, so that it can be verified again', async () => {
    const { emulator, code } = await sentCode()
    let isDown = true
    const refuse = (request: string) => (isDown && request === 'POST /auth/verify-token' ? 'down' : undefined)
    const { user } = await renderShop({ path: '/verify', emulator, refuse })
    await user.click(await box(1))
    await user.keyboard(code)
    expect(await inPage().findByText('An error occurred. Please try again later.')).toBeVisible()
    expect(await box(4)).toHaveValue(code[3])
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
  })

  test('moves back on Backspace and accepts only digits', async () => {
    const shop = await renderShop({ path: '/verify' })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1x2')
    expect(await box(2)).toHaveValue('2')
    await shop.user.keyboard('{Backspace}{Backspace}7')
    expect(await box(1)).toHaveValue('7')
    expect(await box(2)).toHaveValue('')
  })

  test('moves between the boxes with the arrow keys, and to the next empty one after a typed or pasted digit', async () => {
    const { user } = await renderShop({ path: '/verify' })
    const at = async (position: number) => expect(await box(position)).toHaveFocus()
    await user.click(await box(1))
    await user.keyboard('{ArrowLeft}')
    await at(1)
    await user.keyboard('{Backspace}')
    await at(1)
    await user.paste('no digits')
    await at(1)
    await user.paste('12')
    await at(3)
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await at(4)
    await user.keyboard('3')
    await at(4)
    expect(await box(3)).toHaveValue('3')
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}9')
    await at(2)
    expect(await box(1)).toHaveValue('9')
    await user.paste('87')
    await at(3)
    expect(
      [await box(1), await box(2), await box(3)].map((each) => (each as HTMLInputElement).value),
    ).toEqual([...['8', '7', '']])
  })

  test('cannot be changed while it is checked, and waits for the network', async () => {
    const { emulator, code } = await sentCode()
    const late = lateResponse()
    const file = (request: string) => (request === 'POST /auth/verify-token' ? late.response : undefined)
    const shop = await renderShop({ path: '/verify', emulator, file })
    const first = await box(1)
    const goOnline = goOffline()
    await shop.user.click(first)
    await shop.user.keyboard(code)
    expect(await inPage().findByText(/^You're offline/)).toBeVisible()
    expect(shop.requests).not.toContain('POST /auth/verify-token')
    await goOnline()
    await waitFor(() => expect(shop.requests).toContain('POST /auth/verify-token'))
    await shop.user.click(first)
    await shop.user.keyboard(code[0] === '9' ? '8' : '9')
    expect(first).toHaveValue(code[0])
    late.send(Response.json({ message: 'OTP verified.' }))
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
  })

  test('counts no seconds of a wait in minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { emulator } = await sentCode()
    const text = 'Please try again after 2 minutes 5 seconds'
    const effect = { status: 403, body: { errors: [{ code: 'otp', message: text }] } }
    const shop = await renderShop({
      path: '/verify',
      emulator,
      faults: [{ path: '/auth/forgot-password', effect }],
    })
    await shop.user.click(await screen.findByRole('button', { name: 'Send it again' }))
    expect(await inPage().findByText(text)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(inPage().getByText(text)).not.toHaveAttribute('aria-live')
  })

  test('accepts a pasted or autofilled code in any box, and clears the boxes after a wrong one', async () => {
    const { emulator, code } = await sentCode()
    const { user } = await renderShop({ path: '/verify', emulator })
    expect(await box(1)).toHaveAttribute('autocomplete', 'one-time-code')
    await user.click(await box(3))
    await user.paste(` ${code === '1000' ? '1001' : '1000'} `)
    expect(await inPage().findByText('OTP is not matched.')).toBeVisible()
    expect(await box(1)).toHaveFocus()
    expect(await box(4)).toHaveValue('')
    fireEvent.input(await box(2), { target: { value: code } })
    expect(await screen.findByText('OTP verified successfully!')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
  })

  test.each([
    ['typed again from the first box', '12', '{Home}', '1234'],
    ['typed again with other digits', '98', '{Home}', '1234'],
    ['deleted and typed', '98', '{Backspace}{Backspace}', '1234'],
    ['typed after the first digit was typed again', '1', '{Home}', '1234'],
    ['typed again with repeated digits', '11', '{Home}', '1123'],
    ['deleted with the Delete key', '98', '{ArrowLeft}{ArrowLeft}{Delete}{Delete}', '1234'],
  ])('sends the code that is %s', async (_, first, move, again) => {
    const { emulator } = await sentCode()
    const bodies: string[] = []
    const reply = emulator.fetch
    emulator.fetch = (input, init) => {
      if (String(input).endsWith('/verify-token')) bodies.push(JSON.parse(String(init?.body)).reset_token)
      return reply(input, init)
    }
    const { user } = await renderShop({ path: '/verify', emulator })
    await user.click(await box(1))
    await user.keyboard(first)
    if (move === '{Home}') await user.click(await box(1))
    else await user.keyboard(move)
    await user.keyboard(again)
    await waitFor(() => expect(bodies).toEqual([again]))
  })

  test('has no gaps and loses no digit after any order of typing, deleting and pasting', async () => {
    const bodies: string[] = []
    const { emulator } = await sentCode()
    emulator.fetch = async (input, init) => {
      if (!String(input).endsWith('/verify-token')) return Response.json({})
      bodies.push(JSON.parse(String(init?.body)).reset_token)
      return Response.json({ errors: [{ message: 'Wrong.' }] }, { status: 403 })
    }
    const { user } = await renderShop({ path: '/verify', emulator })
    const boxes = await screen.findAllByRole('textbox', { name: /^Digit/ })
    const values = () => boxes.map((each) => (each as HTMLInputElement).value)
    const goTo = (index: number) => user.click(boxes[index] as HTMLElement)
    const act = {
      type: (digit: number) => (values().join('').length < 3 ? user.keyboard(String(digit)) : undefined),
      paste: (digit: number) => user.paste(String(digit).repeat(1 + (digit % 3))),
      delete: (digit: number) => user.keyboard(digit % 2 ? '{Backspace}' : '{Delete}'),
      move: (digit: number) => goTo(digit % 4),
    }
    const steps = fc.array(fc.tuple(fc.constantFrom(...Object.values(act)), fc.nat(9)), { maxLength: 8 })
    const property = fc.asyncProperty(steps, fc.stringMatching(/^[0-9]{4}$/), async (taken, code) => {
      await goTo(0)
      for (const [step, digit] of taken) {
        await step(digit)
        const typed = values().join('')
        expect(values()).toEqual([0, 1, 2, 3].map((index) => typed[index] ?? ''))
      }
      bodies.length = 0
      await goTo(0)
      await user.keyboard(code)
      await waitFor(() => expect(bodies).toEqual([code]))
      await waitFor(() => expect(values().join('')).toBe(''))
    })
    await fc.assert(property, { numRuns: 20 })
  })

  test('accepts full-width digits', async () => {
    const { emulator, code } = await sentCode()
    const { user } = await renderShop({ path: '/verify', emulator })
    await user.click(await box(1))
    await user.paste([...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(''))
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
  })

  test("shows the host's error message and clears the boxes", async () => {
    const shop = await renderShop({
      path: '/verify',
      faults: [
        { path: '/auth/verify-token', effect: { status: 403, body: { errors: [{ message: 'Not this.' }] } } },
      ],
    })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1234')
    expect(await inPage().findByText('Not this.')).toBeVisible()
    expect(await box(1)).toHaveValue('')
  })

  test('does not mark a code that is still being checked as wrong', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const shop = await renderShop({
      path: '/verify',
      file: (request) => (request === 'POST /auth/verify-token' ? new Promise(() => {}) : undefined),
    })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1234')
    await act(() => vi.advanceTimersByTimeAsync(7000))
    expect(inPage().getByText('Still sending…')).toBeVisible()
    expect(await box(1)).not.toHaveAttribute('aria-invalid')
    vi.useRealTimers()
  })

  test('says when a new code can be sent, and forgets the answer when a code is checked', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { emulator } = await sentCode()
    const shop = await renderShop({ path: '/verify', emulator })
    await shop.user.click(await screen.findByRole('button', { name: 'Send it again' }))
    expect(await inPage().findByText(/^Please try again after \d+ Seconds/)).toBeVisible()
    const answer = inPage().getByText(/^Please try again after/)
    const before = answer.textContent
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(answer.textContent).not.toBe(before)
    expect(answer).toHaveAttribute('aria-live', 'off')
    for (let second = 0; second < 60; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(inPage().getByText('You can send it again now.')).toBeVisible()
    vi.useRealTimers()
    await shop.user.click(await box(1))
    await shop.user.keyboard('9999')
    await waitFor(() => expect(inPage().queryByText('You can send it again now.')).toBeNull())
  })

  test('requests one code while a code is checked', async () => {
    const { emulator } = await sentCode()
    const late = lateResponse()
    const shop = await renderShop({
      path: '/verify',
      emulator,
      file: (request) => (request === 'POST /auth/forgot-password' ? late.response : undefined),
    })
    await shop.user.click(await screen.findByRole('button', { name: 'Send it again' }))
    await shop.user.click(await box(1))
    await shop.user.keyboard('0000')
    await waitFor(() => expect(shop.requests).toContain('POST /auth/verify-token'))
    await shop.user.click(screen.getByRole('button', { name: 'Send it again' }))
    expect(shop.requests.filter((request) => request === 'POST /auth/forgot-password')).toHaveLength(1)
    late.send(Response.json({ message: 'Sent.' }))
    expect(await screen.findByText("We've sent a new code.")).toBeVisible()
  })

  test('requires four digits', async () => {
    const shop = await renderShop({ path: '/verify' })
    await shop.user.click(await box(1))
    await shop.user.keyboard('12')
    await shop.user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    expect(await inPage().findByText('Please enter a 4-digit OTP.')).toBeVisible()
    expect(shop.requests).not.toContain('POST /auth/verify-token')
  })

  test.each([
    [500, 'Invalid OTP. Please try again.'],
    ['down', 'An error occurred. Please try again later.'],
  ] as const)('shows an error message for %s: "%s"', async (response, text) => {
    const shop = await renderShop({
      path: '/verify',
      refuse: (request) => (request === 'POST /auth/verify-token' ? response : undefined),
    })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1234')
    expect(await inPage().findByText(text)).toBeVisible()
  })
})
