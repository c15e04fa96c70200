/** Bar patterns of the left digits with odd parity; 1 means dark. Source: GS1 General Specifications, figure 5.2.1.2. */
const ODD = [
  ...['0001101', '0011001', '0010011', '0111101', '0100011'],
  ...['0110001', '0101111', '0111011', '0110111', '0001011'],
]
/** The parities of the six left digits, by the first digit; 1 means even. */
const EVEN = [
  ...['000000', '001011', '001101', '001110', '010011'],
  ...['011001', '011100', '010101', '010110', '011010'],
]

const inverted = (bars: string) => [...bars].map((bar) => (bar === '1' ? '0' : '1')).join('')
const reversed = (bars: string) => [...bars].reverse().join('')

/** Returns the 95 bars of an EAN-13 barcode, true for a dark one. @param code 13 digits */
export function ean13Bars(code: string): boolean[] {
  const digits = [...code].map(Number)
  const parity = EVEN[digits[0] ?? 0] ?? ''
  const left = digits.slice(1, 7).map((digit, at) => {
    const odd = ODD[digit] ?? ''
    return parity[at] === '1' ? reversed(inverted(odd)) : odd
  })
  const right = digits.slice(7).map((digit) => inverted(ODD[digit] ?? ''))
  return [...`101${left.join('')}01010${right.join('')}101`].map((bar) => bar === '1')
}

/** Returns a greyscale image, one byte per pixel, with the barcode in its centre. */
export function ean13Image(code: string, width: number, height: number, barWidth: number): Uint8Array {
  const bars = ean13Bars(code)
  const start = Math.floor((width - bars.length * barWidth) / 2)
  const row = Uint8Array.from({ length: width }, (_, x) =>
    bars[Math.floor((x - start) / barWidth)] === true && x >= start ? 30 : 225,
  )
  const image = new Uint8Array(width * height).fill(225)
  for (let y = Math.floor(height * 0.3); y < height * 0.7; y++) image.set(row, y * width)
  return image
}
