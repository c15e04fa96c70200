import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { app, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

describe('when there are 200 worlds', () => {
  const open = (name: string) => app.inWorld(name).client()('GET /banners')
  const change = (name: string) => app.inWorld(name).control('POST /stock', { body: { id: 5, stock: 3 } })
  const names = async () => (await app.control('GET /worlds')).worlds.map(({ name }) => name)

  test('a new one evicts the least recently used world that is unchanged and has no faults', async () => {
    await change('changed')
    await app
      .inWorld('faulty')
      .control('POST /faults', { body: { path: '/banners', effect: { status: 503 } } })
    for (let index = 1; index < 198; index++) await open(`w${index}`)
    expect(await names()).toHaveLength(200)
    await open('one-more')
    expect(await names()).toHaveLength(200)
    expect(await names()).toEqual(expect.arrayContaining(['changed', 'faulty', 'w2', 'one-more']))
    expect(await names()).not.toContain('w1')
  })

  test('a new one evicts none whose clock or extensions were changed, or that was restored or has a seed', async () => {
    await app.control('POST /snapshots', { body: { name: 'seven' } })
    await app.inWorld('later').control('POST /clock', { body: { advance: '5d' } })
    await app.inWorld('extended').control('POST /extensions', { body: { sections: false } })
    await app.inWorld('restored').control('POST /snapshots/restore', { body: { name: 'seven' } })
    await app.control('POST /worlds', { body: { name: 'seeded', seed: 'a' } })
    for (let index = 1; index < 200; index++) await open(`w${index}`)
    expect(await names()).toEqual(expect.arrayContaining(['later', 'extended', 'restored', 'seeded']))
  })

  test('a new one is refused until a changed world has been idle for ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let index = 1; index < 200; index++) await change(`w${index}`)
    vi.advanceTimersByTime(599_000)
    await expect(open('one-more')).rejects.toMatchObject({ status: 503 })
    await open('w1')
    vi.advanceTimersByTime(2000)
    await open('one-more')
    expect(await names()).toHaveLength(200)
    expect(await names()).toContain('w1')
    expect(await names()).not.toContain('w2')
  })
})
