/** A category keeps the colour of one exercise-book cover everywhere: 0 to 5. */
export function coverColour(id: number): number {
  return id % 6
}
