import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isDataSaverOn, isUnmetered, setDataSaver, shouldLimitData } from './data-saver.ts'

const connect = (connection: object | undefined) => vi.stubGlobal('navigator', { connection })

beforeEach(() => {
  localStorage.removeItem('dataSaver')
  window.dispatchEvent(new StorageEvent('storage', { key: 'dataSaver' }))
})
afterEach(() => void vi.unstubAllGlobals())

const WIFI = { type: 'wifi', effectiveType: '4g' }

test.each([
  ['unknown', undefined, [false, false, false]],
  ['fast, over Wi-Fi', WIFI, [false, false, true]],
  ['fast, over a cable', { ...WIFI, type: 'ethernet' }, [false, false, true]],
  ['fast and mobile', { ...WIFI, type: 'cellular' }, [false, false, false]],
  ['fast, over Wi-Fi, with the data saver of the browser', { ...WIFI, saveData: true }, [true, true, false]],
  ['slow, over Wi-Fi', { type: 'wifi', effectiveType: '3g' }, [false, false, false]],
  ['2g', { effectiveType: '2g' }, [false, true, false]],
  ['slow-2g', { effectiveType: 'slow-2g' }, [false, true, false]],
])(
  'on a connection that is %s, the data saver, a limit of data and free use are as reported',
  (_, connection, is) => {
    connect(connection)
    expect([isDataSaverOn(), shouldLimitData(), isUnmetered()]).toEqual(is)
  },
)

test("the shop's switch replaces what the browser reports", () => {
  connect({ saveData: true, ...WIFI })
  setDataSaver(false)
  expect([isDataSaverOn(), shouldLimitData(), isUnmetered()]).toEqual([false, false, true])
  expect(document.documentElement).not.toHaveClass('saves-data')
  connect(WIFI)
  setDataSaver(true)
  expect([isDataSaverOn(), shouldLimitData(), isUnmetered()]).toEqual([true, true, false])
  expect(document.documentElement).toHaveClass('saves-data')
  setDataSaver(false)
})
