/** Returns all substrings of a secret, `length` characters long, that an output contains. */
export function shownParts(output: string, secret: string, length: number): string[] {
  const parts = Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length))
  if (parts.length === 0) throw new Error(`the secret is shorter than ${length} characters`)
  return parts.filter((part) => output.includes(part))
}
