// The contracts of a to-do API: a small example without anything of the bookshop.
import { z } from 'zod'
import { collects, defineContracts, endpoint, entity, from, sent } from '../index.ts'

const Task = z.object({ id: z.int(), title: z.string(), done: z.boolean() })
const Failure = z.object({ message: z.string() })
type Task = z.infer<typeof Task>

const list = endpoint({
  method: 'GET',
  path: '/tasks',
  readOnly: 'a public list',
  responses: { 200: z.array(Task) },
})
const add = endpoint({
  method: 'POST',
  path: '/tasks',
  body: Task.pick({ title: true }),
  responses: { 201: Task, 422: Failure },
})
const remove = endpoint({
  method: 'DELETE',
  path: '/tasks/{id}',
  params: z.object({ id: z.string() }),
  body: z.object({ id: z.int() }),
  responses: { 200: Failure, 404: Failure },
})

const task = entity<Task>('a task is stored as sent', 'id', ['title'])

export default defineContracts<{ taskId: number }>({
  prefix: '/v1',
  endpoints: { tasks: { list, add, remove } },
  cases: {
    tasks: {
      list: [{ title: 'lists tasks', status: 200 }],
      add: [
        {
          title: 'adds a task',
          status: 201,
          request: { body: { title: 'Water the plants' } },
          cleanup: 'removed by DELETE /tasks/{id}',
          outputs: ['taskId'],
          extract: (body) => ({ taskId: (body as Task).id }),
        },
        { title: 'rejects a task without a title', status: 422, request: { body: {} } },
      ],
      remove: [
        {
          title: 'removes the task',
          status: 200,
          inputs: ['taskId'],
          request: ({ taskId }) => ({ params: { id: taskId }, body: { id: taskId } }),
          cleanup: 'nothing to undo: an earlier case added the task',
        },
        {
          title: 'returns 404 for an unknown task',
          status: 404,
          request: { params: { id: 0 }, body: { id: 0 } },
        },
      ],
    },
  },
  relations: [
    task.in(from(list, '$[]')),
    task.in(from(add, '$')),
    task.in(sent(add, ['id'], (request, { id }) => [{ ...request, id }])),
    collects('tasks change only as requested', from(list, '$'), [
      sent(add, ['id'], (_, { id }) => [{ added: String(id) }]),
      sent(remove, [], ({ id }) => [{ removed: String(id) }]),
    ]),
  ],
})
