import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pendingToasts } from '../../ui/feedback/notify.ts'
import { ShareWays } from './share-ways.tsx'

const URL = 'https://kitabo.example/school-list#1.abc'

const share = vi.fn<Navigator['share']>()
beforeEach(() => {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  share.mockReset()
  pendingToasts.length = 0
})

/** Renders the ways to share a list. Replaces the clipboard by an empty one. */
function renderWays() {
  const user = userEvent.setup()
  render(<ShareWays title="P4" message={`P4: ${URL}`} url={URL} />)
  return { user, click: (name: string) => user.click(screen.getByRole('button', { name })) }
}

const linkToCopy = () => screen.queryByLabelText('Copy the link:')

test('shares the message, also if the shopper closed the share sheet before', async () => {
  share.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'))
  const { click } = renderWays()
  await click('Share')
  expect(linkToCopy()).toBeNull()
  await click('Share')
  expect(share.mock.calls).toEqual([
    [{ title: 'P4', text: `P4: ${URL}` }],
    [{ title: 'P4', text: `P4: ${URL}` }],
  ])
  expect(linkToCopy()).toBeNull()
})

test('copies the link, and says so', async () => {
  const { click } = renderWays()
  await click('Copy link')
  expect(await navigator.clipboard.readText()).toBe(URL)
  expect(pendingToasts).toMatchObject([{ kind: 'success', text: 'Link copied.' }])
  expect(linkToCopy()).toBeNull()
})

test.each(['Share', 'Copy link'])(
  'shows the link for copying by hand, selected, if the browser refuses "%s"',
  async (name) => {
    const { user, click } = renderWays()
    const refusal = new DOMException('Refused', 'NotAllowedError')
    share.mockRejectedValue(refusal)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(refusal)
    await click(name)
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Copy the link:')
    await user.click(field)
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe(URL)
    expect(pendingToasts).toEqual([])
  },
)

test('offers no share sheet in browsers without one', () => {
  Reflect.deleteProperty(navigator, 'share')
  renderWays()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Share by WhatsApp' })).toBeVisible()
})
