import { packagePath } from '../../package-path.ts'

/** The scripts of `browser/` that pages load. */
export const SCRIPTS = ['v3', 'checkout', 'chat'] as const
export type ScriptName = (typeof SCRIPTS)[number]

export async function bundleScript(name: ScriptName): Promise<string> {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: packagePath(`browser/${name}.ts`),
    platform: 'browser',
    transform: { target: 'es2022' },
    logLevel: 'silent',
    write: false,
    output: { format: 'iife', comments: false },
  })
  return output[0].code
}
