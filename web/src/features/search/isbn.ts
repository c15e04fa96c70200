/** The figures of an ISBN, without the hyphens and spaces it is printed with; null if it is not an ISBN. */
export function readIsbn(text: string | null): string | null {
  const figures = (text ?? '').replace(/[-\s]/g, '').toUpperCase()
  return /^(97[89]\d{10}|\d{9}[\dX])$/.test(figures) ? figures : null
}
