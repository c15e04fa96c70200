import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderShop } from '../../../test/render.tsx'
import { isDataSaverOn, setDataSaver, shouldLimitData } from '../../platform/data-saver.ts'
import { DataSaver } from './data-saver.tsx'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
})

const saveDataIs = (saveData: boolean, effectiveType = '4g') =>
  Object.defineProperty(navigator, 'connection', { value: { saveData, effectiveType }, configurable: true })

test('follows the browser’s setting until the shopper changes the switch', () => {
  expect(isDataSaverOn()).toBe(false)
  expect(shouldLimitData()).toBe(false)
  saveDataIs(true)
  expect(isDataSaverOn()).toBe(true)
  expect(shouldLimitData()).toBe(true)
  setDataSaver(false)
  expect(isDataSaverOn()).toBe(false)
  expect(shouldLimitData()).toBe(false)
  saveDataIs(false)
  setDataSaver(true)
  expect(isDataSaverOn()).toBe(true)
  expect(shouldLimitData()).toBe(true)
})

test('stays off on a slow connection, but optional downloads are still reduced', () => {
  saveDataIs(false, '2g')
  expect(isDataSaverOn()).toBe(false)
  expect(shouldLimitData()).toBe(true)
})

test('has a switch with an explanation', async () => {
  render(<DataSaver />)
  const button = screen.getByRole('switch', { name: 'Data saver' })
  expect(button).not.toBeChecked()
  await userEvent.click(button)
  expect(button).toBeChecked()
  expect(localStorage.getItem('dataSaver')).toBe('on')
  expect(
    screen.getByText(/^Images load only when you tap them, except for a page's first one;/),
  ).toBeVisible()
})

test('hides the chat while it is on', async () => {
  localStorage.setItem('dataSaver', 'on')
  await renderShop({ path: '/about-us' })
  const chat = () => screen.queryByRole('button', { name: 'Live chat' })
  expect(chat()).toBeNull()
  act(() => setDataSaver(false))
  expect(chat()).toBeVisible()
})
