// The package has no types: https://github.com/papandreou/subset-font
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** The OpenType features to keep; all by default. */
      keepFeatures?: string[]
      variationAxes?: Record<string, { min: number; max: number; default: number }>
    },
  ): Promise<Buffer>
}
