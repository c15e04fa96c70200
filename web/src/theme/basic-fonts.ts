import { isDataSaverOn } from '../platform/data-saver.ts'
import figtree from './fonts/figtree-basic.woff2'
import youngSerif from './fonts/young-serif-basic.woff2'

/** The characters of nearly every page, as in the fonts that `npm run lab -- fonts` creates. */
const BASIC_CHARACTERS =
  'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00D7, U+00E8-00EB, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+203A'

const OPTIONS: FontFaceDescriptors = { display: 'swap', unicodeRange: BASIC_CHARACTERS }

const faces = [
  new FontFace('Figtree Variable', `url("${figtree}")`, { ...OPTIONS, weight: '400 750' }),
  new FontFace('Young Serif', `url("${youngSerif}")`, OPTIONS),
]

/**
 * Loads the two fonts of every page. Not by the style sheet (fonts.css declares the rarer characters), which applies when the
 * app renders: text whose font loads later is laid out twice.
 */
export function loadBasicFonts(): void {
  // If one fails, its text uses a system font.
  if (!isDataSaverOn()) for (const face of faces) face.load().catch(() => {})
}

/** Adds the loaded fonts to the page, and the others when they load. */
export function applyBasicFonts(): void {
  for (const face of faces) document.fonts.add(face)
}
