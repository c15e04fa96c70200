import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../../bootstrap.ts'
import { UserError } from '../../runtime.mjs'
import { inShopBrowser } from '../start.ts'
import { buyingStories } from './buying-filmstrips.ts'
import { joinFrames } from './filmstrip.ts'
import { findingStories } from './finding-filmstrips.ts'
import { listStories } from './list-filmstrips.ts'
import { offlineStory } from './offline-filmstrip.ts'
import { Walk } from './scenario.ts'

/** Bytes of all strips together: they are part of the repository. */
const BUDGET = 1_200_000

const STORIES = [offlineStory, ...listStories, ...findingStories, ...buyingStories]

/**
 * Walks through the stories in a real browser, and writes a strip of pictures of each into a folder.
 * @param only the name of one story; all where it is not given
 * @throws UserError for a step that does not find what it looks for, and for strips that weigh too much
 */
export async function takeTour(out: string, only?: string): Promise<void> {
  const stories = STORIES.filter(({ name }) => only === undefined || name === only)
  if (stories.length === 0)
    throw new UserError(
      `There is no story "${only}"; there are ${STORIES.map(({ name }) => name).join(', ')}.`,
    )
  mkdirSync(out, { recursive: true })
  await inShopBrowser(async (shop) => {
    let bytes = 0
    for (const story of stories) {
      const frames = await Walk.through(story, shop)
      const strip = await joinFrames(frames, shop.browser)
      writeFileSync(join(out, `${story.name}.jpg`), strip)
      bytes += strip.length
      print(`  ${story.name}: ${frames.length} pictures, ${Math.ceil(strip.length / 1000)} KB`)
    }
    if (bytes > BUDGET)
      throw new UserError(`The strips weigh ${bytes} bytes together, more than the ${BUDGET} that they may.`)
    print(`${stories.length} strips in ${out}, ${Math.ceil(bytes / 1000)} KB`)
  })
}
