import type { ChosenLine } from './chosen-options.ts'

/** Formats the choices of a line: "Size: M", or "2 × Size: M; 1 × Size: L". '' without choices. */
export function chosenText({ quantity, chosen = [] }: ChosenLine): string {
  const [first] = chosen
  return first?.quantity === quantity
    ? first.text
    : chosen.map((each) => `${each.quantity} × ${each.text}`).join('; ')
}
