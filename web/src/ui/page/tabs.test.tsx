import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

const NAMES = ['Orders', 'Addresses', 'Logout'] as const
type Name = (typeof NAMES)[number]

function Account(props: { orientation: 'horizontal' | 'vertical'; activatesOnFocus: boolean }) {
  const [selected, select] = useState<Name>('Orders')
  const tabs = NAMES.map((name) => ({ id: name, label: name }))
  return (
    <Tabs label="Account" className="tabs" {...props} tabs={tabs} selected={selected} onSelect={select}>
      {`${selected} of Ada`}
    </Tabs>
  )
}

const tab = (name: Name) => screen.getByRole('tab', { name })
const selected = () =>
  NAMES.filter(
    (name) => tab(name).ariaSelected === 'true' || tab(name).getAttribute('aria-selected') === 'true',
  )

/** Presses keys. @returns the tab with the focus, and whether the browser scrolls after the last key */
function press(...keys: string[]) {
  const isFree = keys.map((key) => fireEvent.keyDown(document.activeElement as Element, { key })).at(-1)
  return [document.activeElement?.textContent, isFree]
}

test.each(['horizontal', 'vertical'] as const)(
  'the keys of %s tabs move the focus in a circle',
  (orientation) => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
    render(<Account orientation={orientation} activatesOnFocus />)
    expect(screen.getByRole('tablist', { name: 'Account' })).toHaveAttribute('aria-orientation', orientation)
    // On phones, vertical tabs are a row that scrolls.
    expect(scroll.mock.contexts).toEqual(orientation === 'vertical' ? [tab('Orders')] : [])
    tab('Orders').focus()
    expect(press('ArrowRight')).toEqual(['Addresses', false])
    expect(selected()).toEqual(['Addresses'])
    expect(screen.getByRole('tabpanel', { name: 'Addresses' })).toHaveTextContent('Addresses of Ada')
    expect(NAMES.map((name) => tab(name).tabIndex)).toEqual([-1, 0, -1])
    expect(press('ArrowRight', 'ArrowRight')).toEqual(['Orders', false])
    expect(press('ArrowLeft')).toEqual(['Logout', false])
    expect(press('Home')).toEqual(['Orders', false])
    expect(press('End')).toEqual(['Logout', false])
    const isVertical = orientation === 'vertical'
    expect(press('ArrowUp')).toEqual([isVertical ? 'Addresses' : 'Logout', !isVertical])
    expect(press('ArrowDown')).toEqual(['Logout', !isVertical])
    expect(press('a')).toEqual(['Logout', true])
  },
)

test('tabs that are chosen by click keep the panel when the focus moves', () => {
  render(<Account orientation="vertical" activatesOnFocus={false} />)
  tab('Orders').focus()
  expect(press('ArrowDown')).toEqual(['Addresses', false])
  expect(selected()).toEqual(['Orders'])
  fireEvent.click(tab('Addresses'))
  expect(selected()).toEqual(['Addresses'])
  const panel = screen.getByRole('tabpanel')
  expect(NAMES.map((name) => tab(name).getAttribute('aria-controls'))).toEqual([null, panel.id, null])
})
