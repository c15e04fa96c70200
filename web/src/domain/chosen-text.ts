import type { ChosenLine } from './chosen-options.ts'

/** The choices of a line in words: "Size: M", or "2 × Size: M; 1 × Size: L". '' where nothing was chosen. */
export function chosenText({ quantity, chosen = [] }: ChosenLine): string {
  const [first] = chosen
  return first?.quantity === quantity
    ? first.text
    : chosen.map((each) => `${each.quantity} × ${each.text}`).join('; ')
}
