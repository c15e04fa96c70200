/** Whether a function is declared as `async`. Its result would count as true, and its error would end the process. */
export function isAsync(value: unknown): boolean {
  return Object(value).constructor?.name === 'AsyncFunction'
}
