import { useState } from 'react'
import { connection, noticeFailure, sentenceOf } from './connection.ts'
import { showNotice } from './notice.ts'

export type Command = {
  busy: boolean
  /** Runs a command and shows how it ended. @returns whether it went well */
  run: (command: () => Promise<unknown>, done: string) => Promise<boolean>
}

/** @param after what to load again when a command has ended, well or not */
export function useCommand(after: () => void): Command {
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (command, done) => {
      setBusy(true)
      try {
        await command()
        connection.write('up')
        showNotice(done)
        return true
      } catch (error) {
        noticeFailure(error)
        showNotice(sentenceOf(error), 'fault')
        return false
      } finally {
        setBusy(false)
        after()
      }
    },
  }
}
