import { isDataSaverOn } from '../platform/data-saver.ts'
import figtree from './fonts/figtree-basic.woff2'
import youngSerif from './fonts/young-serif-basic.woff2'

/** The letters of nearly every page, as in the fonts that `npm run lab -- fonts` makes. */
const BASIC_LETTERS =
  'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+203A'

const OPTIONS: FontFaceDescriptors = { display: 'swap', unicodeRange: BASIC_LETTERS }

const faces = [
  new FontFace('Figtree Variable', `url("${figtree}")`, { ...OPTIONS, weight: '400 750' }),
  new FontFace('Young Serif', `url("${youngSerif}")`, OPTIONS),
]

/**
 * Fetches the two fonts that every page uses. Not by the style sheet (fonts.css has the rarer letters): that applies
 * when the app is drawn, and text whose font comes only then is laid out twice.
 */
export function loadBasicFonts(): void {
  // Without one of them, its text has a font of the device's.
  if (!isDataSaverOn()) for (const face of faces) face.load().catch(() => {})
}

/** Sets the page's text in the fonts, as far as they are there; in the others as they come. */
export function applyBasicFonts(): void {
  for (const face of faces) document.fonts.add(face)
}
