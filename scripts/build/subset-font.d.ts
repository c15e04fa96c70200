// The package has no types: https://github.com/papandreou/subset-font
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** Excludes glyphs that are used only by features such as ligatures. */
      noLayoutClosure?: boolean
      variationAxes?: Record<string, { min: number; max: number; default: number }>
    },
  ): Promise<Buffer>
}
