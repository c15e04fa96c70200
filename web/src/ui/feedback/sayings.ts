/** A proverb with its translation. Screen readers need the language of each. */
export type Saying = { luganda: string; english: string }

export const GENTLY: Saying = { luganda: 'Akwata mpola atuuka wala.', english: 'Who goes gently goes far.' }
export const ONE_BY_ONE: Saying = { luganda: 'Kamu kamu gwe muganda.', english: 'One by one makes a bundle.' }
