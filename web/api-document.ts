import type { Plugin } from 'vite'
import { cases } from '../contracts/cases/all.ts'
import type { ShopCase, ShopValues } from '../contracts/cases/case.ts'
import { api } from '../contracts/src/api.ts'
import type { CaseRequest, Endpoint } from '../contracts/src/endpoint.ts'
import { buildOpenApi } from '../contracts/src/openapi.ts'

const FILE = 'openapi.json'

/** Example values. Cases that run against a host use values from the host instead. */
const known: Required<ShopValues> = {
  productId: 7,
  productIds: ['7'],
  categoryIds: ['3'],
  parentIds: ['3'],
  words: ['book'],
  productFiles: ['2026-01-05-6597c1d2a3b4f.webp'],
  bannerFiles: ['2026-01-05-6597c1d2a3b4e.webp'],
  wishProductId: 7,
  addressId: 1,
  customerId: 1,
  email: 'amina@kitabo.example',
  password: 'a-password',
}

type Example = { title: string; as: string; status: number } & CaseRequest

function example({ title, as = 'anonymous', status, request }: ShopCase): Example {
  return { title, as, status, ...[typeof request === 'function' ? request(known) : request].flat()[0] }
}

/** Returns the OpenAPI document of the contracts, with their cases as examples. */
function documentText(): string {
  const document = buildOpenApi(api, '1')
  for (const [resource, endpoints] of Object.entries(api)) {
    const examples = cases[resource as keyof typeof cases] as Record<string, readonly ShopCase[]>
    for (const [name, { method, path }] of Object.entries(endpoints as Record<string, Endpoint>)) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      if (operation) Object.assign(operation, { 'x-cases': (examples[name] ?? []).map(example) })
    }
  }
  return JSON.stringify(document)
}

/** Writes `/openapi.json` at build time for the page /api, so that browsers load no schema code. */
export function apiDocument(): Plugin {
  return {
    name: 'api-document',
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${FILE}`, (_, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(documentText())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: documentText() })
    },
  }
}
