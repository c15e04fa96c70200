import { expect, test } from 'vitest'
import { referencedSchemas, schemaText } from './document.ts'

test('formats a schema with one field per line', () => {
  const text = schemaText({
    type: 'object',
    properties: {
      id: { $ref: '#/components/schemas/Id' },
      name: { type: ['string', 'null'] },
      lines: {
        type: 'array',
        items: { type: 'object', properties: { price: { type: 'number', description: 'Shillings.' } } },
      },
      sort: { enum: ['up', 'down'] },
    },
    required: ['id', 'lines'],
  })
  expect(text).toBe(
    '{\n  id: Id\n  name?: string | null\n  lines: {\n    price?: number   // Shillings.\n  }[]\n  sort?: "up" | "down"\n}',
  )
})

test('lists each referenced schema once, including nested references', () => {
  const schemas = {
    Page: { properties: { items: { items: { $ref: '#/components/schemas/Item' } } } },
    Item: { properties: { again: { $ref: '#/components/schemas/Page' } } },
  }
  expect(referencedSchemas({ $ref: '#/components/schemas/Page' }, schemas)).toEqual(['Page', 'Item'])
})
