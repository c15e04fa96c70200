import { join } from 'node:path'
import { catalogueFolder } from 'fixtures/catalogue-folder'
import { packagePath } from '../package-path.ts'
import { hashTree } from './hash-tree.ts'

/** The files of `mock-server/` that determine the contents of a seed. */
const SEED_SOURCES = ['assets/schema.sql', 'src/seed', 'src/storage', 'src/world', 'src/resources']

let hash: string | undefined

/**
 * Returns a hash of everything that determines a seed. The npm package has no sources, so its bundle contains the hash.
 */
export function seedSources(): string {
  hash ??=
    hashTree(join(catalogueFolder, '..'), ['catalogue', 'src']) + hashTree(packagePath('.'), SEED_SOURCES)
  return hash
}
