import type { Control } from '../control-api/control.ts'
import type { Handlers } from '../http/handler.ts'

export const extensionsHandlers: Handlers<Control['extensions']> = {
  get: ({ world }) => ({ status: 200, body: world.extensions }),

  change: ({ world, body }) => {
    world.changeExtensions(body)
    return { status: 200, body: world.extensions }
  },
}
