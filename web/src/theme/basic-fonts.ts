import { isDataSaverOn } from '../platform/data-saver.ts'
import figtree from './fonts/figtree-basic.woff2'
import youngSerif from './fonts/young-serif-basic.woff2'

/** Characters that nearly every page uses; `npm run lab -- fonts` creates fonts with exactly these. */
const BASIC_CHARACTERS =
  'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00D7, U+00E8-00EB, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+203A'

const OPTIONS: FontFaceDescriptors = { display: 'swap', unicodeRange: BASIC_CHARACTERS }
const WEIGHTS = '400 750'

const faces = [
  new FontFace('Figtree Variable', `url("${figtree}")`, { ...OPTIONS, weight: WEIGHTS }),
  // Headings use Figtree's digits, because "#100005" is hard to read in Young Serif's old-style figures.
  new FontFace('Figtree Digits', `url("${figtree}")`, { weight: WEIGHTS, unicodeRange: 'U+0030-0039' }),
  new FontFace('Young Serif', `url("${youngSerif}")`, OPTIONS),
]

/**
 * Loads the two basic fonts. The style sheet (fonts.css) declares only rarer characters, because it applies when the app
 * renders, and text whose font loads later is laid out twice.
 */
export function loadBasicFonts(): void {
  // If a font fails to load, its text uses a system font.
  if (!isDataSaverOn()) for (const face of faces) face.load().catch(() => {})
}

/** Adds loaded fonts to the page, and the others as soon as they load. */
export function applyBasicFonts(): void {
  for (const face of faces) document.fonts.add(face)
}
