// The package brings no types: https://github.com/papandreou/subset-font
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** Leaves out glyphs that only features such as ligatures reach. */
      noLayoutClosure?: boolean
      variationAxes?: Record<string, { min: number; max: number; default: number }>
    },
  ): Promise<Buffer>
}
