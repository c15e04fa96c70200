const star = 'M8 .8l2.2 4.6 5 .6-3.7 3.5 1 5L8 12l-4.5 2.5 1-5L.8 6l5-.6z'

/** Stars out of five, halves included. */
export function RatingStars({ rating }: { rating: number }) {
  return (
    <span className="stars">
      <svg viewBox="0 0 84 16" role="img" aria-label={`${rating} out of 5 stars`}>
        {[0, 1, 2, 3, 4].map((place) => (
          <g key={place} transform={`translate(${place * 17} 0)`}>
            <path d={star} fill="#d8d6ca" />
            <path
              d={star}
              fill="#b97f00"
              clipPath={
                rating - place >= 1 ? undefined : `inset(0 ${100 - Math.max(0, rating - place) * 100}% 0 0)`
              }
            />
          </g>
        ))}
      </svg>
      <span aria-hidden="true">{rating}</span>
    </span>
  )
}
