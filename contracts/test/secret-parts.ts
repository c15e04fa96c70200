/** Returns the parts of a secret, each of `length` characters, that an output contains. */
export function shownParts(output: string, secret: string, length: number): string[] {
  const parts = Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length))
  if (parts.length === 0) throw new Error(`a secret of fewer than ${length} characters has no such part`)
  return parts.filter((part) => output.includes(part))
}
