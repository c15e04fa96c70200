import { useCallback, useEffect, useState } from 'react'
import { attempt, connection, noticeFailure } from './connection.ts'

export type Polled<T> = {
  /** The last answer; null before the first. */
  data: T | null
  error: unknown
  /** Asks at once. */
  refresh: () => void
}

/**
 * Loads repeatedly: not while the tab is hidden, and not while it is paused.
 * @param load keep its identity while the question stays the same; another question is asked at once
 * @param every milliseconds between an answer and the next question
 */
export function usePoll<T>(
  load: (signal: AbortSignal) => Promise<T>,
  every: number,
  paused = false,
): Polled<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown }>({ data: null, error: null })
  const [asked, setAsked] = useState(0)
  const tries = attempt.use()

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked and tries start the round over.
  useEffect(() => {
    if (paused) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = new AbortController()
    const round = async () => {
      clearTimeout(timer)
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      try {
        const data = await load(signal)
        if (signal.aborted) return
        connection.write('up')
        setState({ data, error: null })
      } catch (error) {
        if (signal.aborted) return
        noticeFailure(error)
        setState((before) => ({ data: before.data, error }))
      }
      if (!document.hidden) timer = setTimeout(round, every)
    }
    const onVisibility = () => {
      if (document.hidden) clearTimeout(timer)
      else void round()
    }
    document.addEventListener('visibilitychange', onVisibility)
    void round()
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(timer)
      asking.abort()
    }
  }, [load, every, paused, asked, tries])

  const refresh = useCallback(() => setAsked((before) => before + 1), [])
  return { ...state, refresh }
}
