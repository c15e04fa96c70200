import { join } from 'node:path'
import { catalogueFolder } from 'fixtures/catalogue-folder'
import { hashTree } from 'fixtures/hash-tree'
import { assetPath } from '../assets.ts'

/** The files of `mock-server/` that decide what a seed holds. */
const SEED_SOURCES = ['assets/schema.sql', 'src/seed', 'src/world', 'src/resources']

let hash: string | undefined

/** A hash over everything that seeds are made from. The package, which has no sources, holds it as a text. */
export function seedSources(): string {
  hash ??=
    hashTree(join(catalogueFolder, '..'), ['catalogue', 'src']) + hashTree(assetPath('.'), SEED_SOURCES)
  return hash
}
