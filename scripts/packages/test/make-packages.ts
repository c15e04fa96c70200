import { join } from 'node:path'
import { root } from '../../bootstrap.ts'
import { makePackages } from '../make-packages.ts'

/** Where the packages under test are. */
export const folder = join(root, '.data', 'packages')

/** Makes both packages once, before all files. */
export default async function setup(): Promise<void> {
  await makePackages(folder)
}
