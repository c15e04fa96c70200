import { expect, test } from 'vitest'
import { validate } from '../index.ts'
import contracts from './to-do.contracts.ts'

type Task = { id: number; title: string; done: unknown }

/** Returns the `fetch` of a to-do API in this process. */
function toDoApi(change: (task: Task) => Task = (task) => task): typeof fetch {
  let tasks: Task[] = [{ id: 1, title: 'Call the printer', done: false }]
  const json = (body: unknown, status = 200) => Response.json(body, { status })
  return async (input, init) => {
    const { method = 'GET', body } = init ?? {}
    const { pathname } = new URL(String(input))
    if (method === 'GET') return json(tasks.map(change))
    if (method === 'POST') {
      const { title } = JSON.parse(String(body)) as { title?: string }
      if (!title) return json({ message: 'The title is missing.' }, 422)
      const task = { id: tasks.length + 1, title, done: false }
      tasks.push(task)
      return json(change(task), 201)
    }
    const id = Number(pathname.split('/').at(-1))
    if (!tasks.some((task) => task.id === id)) return json({ message: 'Not found.' }, 404)
    tasks = tasks.filter((task) => task.id !== id)
    return json({ message: 'Removed.' })
  }
}

const validateToDo = async (host: typeof fetch) => {
  const report = await validate(contracts, { target: 'http://to-do.example', fetch: host, write: true })
  const findings = report.endpoints.flatMap(({ name, findings: own }) =>
    own.map(({ rule, where }) => [name, rule, where]),
  )
  return { findings, summary: report.summary }
}

test('reports nothing for a to-do API that keeps its contracts', async () => {
  const { findings, summary } = await validateToDo(toDoApi())
  expect(findings).toEqual([])
  expect(summary).toMatchObject({ exitCode: 0, outcome: 'the contract is kept at 3 endpoints' })
})

test('reports a changed type', async () => {
  const { findings, summary } = await validateToDo(toDoApi((task) => ({ ...task, done: 'no' })))
  expect(findings).toEqual([
    ['tasks.list', 'type', '$[].done'],
    ['tasks.add', 'type', '$.done'],
  ])
  expect(summary.exitCode).toBe(1)
})

test('reports a task that is not stored as sent', async () => {
  const { findings } = await validateToDo(
    toDoApi((task) => (task.title.startsWith('Water') ? { ...task, title: 'Something else' } : task)),
  )
  expect(findings).toEqual([['tasks.add', 'relation', '$.title']])
})
