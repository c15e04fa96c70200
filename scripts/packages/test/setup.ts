import { join } from 'node:path'
import { root } from '../../project.ts'
import { makePackages } from '../make-packages.ts'

/** Folder of the built packages. */
export const folder = join(root, '.data', 'packages')

/** Builds both packages once, before all test files. */
export default async function setup(): Promise<void> {
  await makePackages(folder)
}
