import { expect, test } from 'vitest'
import { ean13Image } from '../../../test/ean13.ts'
import { readPixels } from './barcode-image.ts'

const SIZE = { width: 400, height: 240 }

/** Creates the pixels of a grey image. */
function pixelsOf(light: Uint8Array) {
  const data = new Uint8ClampedArray(light.length * 4)
  light.forEach((value, at) => {
    data.set([value, value, value, 255], at * 4)
  })
  return { data, ...SIZE } as ImageData
}

const image = (digits: string) => ean13Image(digits, SIZE.width, SIZE.height, 3)

test.each(['9789970760459', '9789970358403', '5449000000996'])('reads the barcode %s', (digits) => {
  expect(readPixels(pixelsOf(image(digits)))).toBe(digits)
})

test('reads a barcode that is upside down', () => {
  expect(readPixels(pixelsOf(image('9789970760459').reverse()))).toBe('9789970760459')
})

test('returns null if there is no barcode or the check digit is wrong', () => {
  expect(readPixels(pixelsOf(new Uint8Array(SIZE.width * SIZE.height).fill(200)))).toBeNull()
  expect(readPixels(pixelsOf(image('9789970760458')))).toBeNull()
})
