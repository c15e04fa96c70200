/** The specification's fixed rating of every product, on cards and in the wishlist. The host has no ratings. */
const RATING = 4.5

const PLACES = 5
/** The outline of a star, starting at its tip. */
const AROUND = 'l2.2 4.6 5 .6-3.7 3.5 1 5-4.5-2.5-4.5 2.5 1-5-3.7-3.5 5-.6z'

/** Returns the outlines of a range of stars as one path, which keeps the number of elements per card low. */
function outlines(from: number, to: number): string {
  const places = Array.from({ length: to - from }, (_, at) => from + at)
  return places.map((place) => `M${8 + place * 17} .8${AROUND}`).join('')
}

/** Stars out of five, halves included. */
export function RatingStars() {
  const whole = Math.floor(RATING)
  return (
    <span className="stars">
      <svg viewBox="0 0 84 16" role="img" aria-label={`${RATING} out of ${PLACES} stars`}>
        <path d={outlines(0, PLACES)} fill="#d8d6ca" />
        <path d={outlines(0, whole)} fill="#b97f00" />
        {whole === RATING ? null : (
          <path
            d={outlines(whole, whole + 1)}
            fill="#b97f00"
            clipPath={`inset(0 ${100 - (RATING - whole) * 100}% 0 0)`}
          />
        )}
      </svg>
      <span aria-hidden="true">{RATING}</span>
    </span>
  )
}
