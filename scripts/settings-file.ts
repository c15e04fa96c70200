import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { UserError } from '../contracts/src/command-line/user-error.ts'
import { decodeText } from '../fixtures/src/text-encoding.ts'

/**
 * Reads the settings in a file such as `.env`, in any encoding and with any line ends that editors write.
 * @returns null if there is no such file
 * @throws UserError with the file and the reason, if it cannot be read, or contains lines but no settings
 */
export function readSettingsFile(file: string): Record<string, string> | null {
  if (!existsSync(file)) return null
  const decoded = decodeText(readFileSync(file))
  if ('problem' in decoded)
    throw new UserError(`${file}: line ${decoded.line} ${decoded.problem}. Save the file as UTF-8.`)
  const text = decoded.text.replace(/\r\n?/g, '\n')
  const settings = parseEnv(text) as Record<string, string>
  if (Object.keys(settings).length === 0 && text.trim() !== '')
    throw new UserError(`${file} sets nothing: ${explainLines(text.split('\n'))}`)
  return settings
}

function explainLines(lines: readonly string[]): string {
  const index = lines.findIndex((line) => line.trim() !== '' && !line.trim().startsWith('#'))
  return index === -1
    ? 'every line is a comment. Remove the # of the settings that you need, at least of VITE_API_HOST, or delete the file.'
    : `line ${index + 1} must be NAME=value, such as VITE_API_HOST=https://api.example.com.`
}
