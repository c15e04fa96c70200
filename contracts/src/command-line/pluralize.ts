/** Returns a number with its noun: `1 finding`, `2 findings`. */
export function pluralize(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}
