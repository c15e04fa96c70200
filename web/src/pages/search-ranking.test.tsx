import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { runIndexInThread } from '../../test/index-in-thread.ts'
import { renderShop } from '../../test/render.tsx'

// The host's search returns products that contain any of the words.
test.each([
  ['primary seven maths', "Equator Primary Mathematics Pupil's Book 7"],
  ['primary seven maths book', "Equator Primary Mathematics Pupil's Book 7"],
  ['senior two biology', "Mabira Biology Learner's Book 2"],
  ['s3 physics learners book', "Rwenzori Physics Learner's Book 3"],
])('ranks the best match for "%s" first: %s', async (query, name) => {
  runIndexInThread()
  await renderShop({ path: `/search?q=${encodeURIComponent(query)}` })
  await vi.waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent(name), 8000)
})

test("shows an author's books above results that match only a part of the name", async () => {
  runIndexInThread()
  await renderShop({ path: '/search?q=Ngugi%20wa%20Thiongo' })
  const best = await screen.findByRole('region', { name: 'Best matches' }, { timeout: 8000 })
  for (const card of within(best).getAllByRole('article')) expect(card).toHaveTextContent('Ngũgĩ wa Thiong')
})
