import { readBookFacts } from '../../../domain/book-facts.ts'
import type { ShopProduct } from '../../../domain/product.ts'
import { classesInWords, schoolClassesOf } from '../../../domain/school-class.ts'

/** The details of a book and the options of a product. */
export function DetailsTable({ product }: { product: ShopProduct }) {
  const choices = product.choice_options.map(({ title, options }) => [title, options.join(', ')] as const)
  const details = [...bookDetails(product), ...choices]
  if (details.length === 0) return <p>No further details.</p>
  return (
    <table className="ruled-table">
      <tbody>
        {details.map(([title, text], index) => (
          <tr key={`${title}-${index}`}>
            <th scope="row">{title}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns the known facts about a book, each with a title. */
export function bookDetails(product: ShopProduct): [title: string, text: string][] {
  const { publisher, year } = readBookFacts(product.description)
  const classes = schoolClassesOf(product)
  const details: [string, string | null][] = [
    ['Author', product.author],
    ['Class', classes.length === 0 ? null : classesInWords(classes)],
    ['Publisher', publisher],
    ['First published', year],
    ['ISBN', product.isbn],
  ]
  return details.flatMap(([title, text]) => (text === null ? [] : [[title, text]]))
}
