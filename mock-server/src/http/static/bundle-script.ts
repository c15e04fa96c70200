import { assetPath } from '../../assets.ts'

/** The scripts of `browser/` that pages load. */
export const SCRIPTS = ['v3', 'checkout', 'chat'] as const
export type ScriptName = (typeof SCRIPTS)[number]

/** Bundles a script of `browser/` with its imports. */
export async function bundleScript(name: ScriptName): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [assetPath(`browser/${name}.ts`)],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
