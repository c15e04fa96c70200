import type { ReactNode } from 'react'

type Props = { author: string | null; id?: string | undefined; level?: 'h2' | 'h3'; children: ReactNode }

/** The name and author of a card, as high as three lines, so that rows of cards do not change their height. */
export function CardWords({ author, id, level: Heading = 'h3', children }: Props) {
  return (
    <div className={author === null ? 'card-words' : 'card-words with-author'}>
      <Heading className="product-name" id={id}>
        {children}
      </Heading>
      {author === null ? null : <p className="product-author">{author}</p>}
    </div>
  )
}
