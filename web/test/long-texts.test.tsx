import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { openingOf, readBookFacts } from '../src/domain/book-facts.ts'
import { isEmail, validPhone } from '../src/domain/email-and-phone.ts'
import { withoutTags } from '../src/domain/html-text.ts'
import { readProduct } from '../src/domain/product.ts'
import { readSchoolClasses, schoolClassesOf } from '../src/domain/school-class.ts'
import { ProductDescription } from '../src/features/catalogue/product/product-description.tsx'
import { readQuery } from '../src/features/search/index/query-words.ts'
import { readIsbn } from '../src/features/search/isbn.ts'
import { HydrationContext } from '../src/platform/hydration.ts'
import { locationOf } from '../src/platform/location.ts'

const LENGTH = 100_000

/** Texts for which a regular expression that is not linear takes seconds, because it tries each repeated start. */
const TEXTS = [
  '<|<p|<p class="|</|<strong>A|By Ab |published by A| |\n|.!|. |A.|d\'A|primary |pupil book |P.',
  '0|+|-|@|a@|a@b.|.x|%40|eyJ|http://|=|W',
]
  .flatMap((parts) => parts.split('|'))
  .map((part) => part.repeat(LENGTH / part.length))

const READERS: Record<string, (text: string) => unknown> = {
  isEmail,
  validPhone,
  withoutTags,
  readBookFacts,
  readSchoolClasses,
  readIsbn,
  readQuery,
  openingOf: (description) => openingOf({ description }),
  schoolClassesOf: (text) => schoolClassesOf({ name: text, description: text }),
  readProduct: (text) => readProduct({ id: 7, name: text, description: text, tax: text, image: text }),
  'the description on the server': (html) =>
    renderToString(
      <HydrationContext value={locationOf('/')}>
        <ProductDescription html={html} />
      </HydrationContext>,
    ),
}

test.each(Object.entries(READERS))('%s reads long hostile texts in linear time', (_, read) => {
  for (const text of TEXTS) {
    const started = performance.now()
    read(`x@${text}`)
    read(text)
    expect(performance.now() - started, text.slice(0, 20)).toBeLessThan(1000)
  }
})

test('tags are removed, and other angle brackets stay', () => {
  expect(withoutTags('<p class="a">1 < 2</p> and <b>3 > 2</b>')).toBe(' 1 < 2  and  3 > 2 ')
  expect(withoutTags('<b>bold</b>', '')).toBe('bold')
})
