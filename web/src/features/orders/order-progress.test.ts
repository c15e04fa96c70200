import { ORDER_STATUSES } from 'contracts/resources/orders'
import { describe, expect, test } from 'vitest'
import { stagesOf } from './order-progress.ts'

const stageNames = (status: string, isPickup = false) =>
  stagesOf({ status, isPickup }).map(({ name, state }) => `${name}: ${state}`)

describe('the stages of an order', () => {
  test('go from placed to delivered', () => {
    expect(stageNames('out_for_delivery')).toEqual([
      'Placed: done',
      'Confirmed: done',
      'Packed: done',
      'On the way: now',
      'Delivered: ahead',
    ])
  })

  test('are all done after delivery', () => {
    expect(stageNames('delivered').every((stage) => stage.endsWith(': done'))).toBe(true)
  })

  test('explain a step in the past tense once it is over', () => {
    const packed = (status: string) =>
      stagesOf({ status, isPickup: false }).find(({ name }) => name === 'Packed')?.meaning
    expect(packed('processing')).toBe("We're packing your items.")
    expect(packed('out_for_delivery')).toBe('We packed your items.')
    expect(packed('confirmed')).toBe("We're packing your items.")
  })

  test('end with collection for a pickup', () => {
    expect(stageNames('processing', true)).toEqual([
      'Placed: done',
      'Confirmed: done',
      'Packed: now',
      'Ready to collect: ahead',
      'Collected: ahead',
    ])
  })

  test.each([
    ['canceled', 'Cancelled: ended'],
    ['Cancelled', 'Cancelled: ended'],
    ['returned', 'Returned: ended'],
    ['failed', 'Failed: ended'],
  ])('end early for the status %s', (status, end) => {
    expect(stageNames(status)).toEqual(['Placed: done', end])
  })

  test('include an unknown status by its name', () => {
    expect(stageNames('lost_in_space')).toEqual(['Placed: done', 'Lost in space: now'])
    expect(stageNames('__proto__')).toEqual(['Placed: done', 'Proto: now'])
  })

  test('are explained for each status in the contract', () => {
    for (const status of ORDER_STATUSES) {
      for (const { meaning } of stagesOf({ status, isPickup: false })) {
        expect(meaning).not.toMatch(/^Call us to hear/)
      }
    }
  })
})
