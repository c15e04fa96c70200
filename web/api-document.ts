import type { Plugin } from 'vite'
import { api } from '../contracts/src/api.ts'
import { buildOpenApi } from '../contracts/src/openapi.ts'

const FILE = 'openapi.json'

const documentText = () => JSON.stringify(buildOpenApi(api, '1'))

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
