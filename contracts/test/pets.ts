import { z } from 'zod'
import type { PlanOptions } from '../harness/plan.ts'

// Parts of contracts for tests of what a run sends.

export const read = {
  method: 'GET',
  readOnly: 'a list',
  responses: { 200: z.array(z.object({})), 401: z.object({}) },
} as const
export const write = { method: 'POST', responses: { 200: z.looseObject({}), 422: z.object({}) } } as const

/** A case that needs the id that another one outputs. */
export const petCase = {
  title: 'a pet',
  status: 200,
  inputs: ['petId'],
  request: ({ petId }: { petId: number }) => ({ params: { id: petId } }),
}

export const READ_ONLY: PlanOptions = {
  write: false,
  isEmulator: false,
  only: null,
  includesLogin: false,
  includesStaging: false,
}
