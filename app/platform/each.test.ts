import { describe, expect, it } from 'vitest'
import { each } from './each.ts'

describe('each', () => {
  it('has its turn, also after one that failed, and what failed is told at the end', async () => {
    const done: number[] = []
    const failing = each([1, 2, 3, 4], async (one) => {
      if (one % 2 === 0) throw new Error(`sick ${one}`)
      done.push(one)
    })
    await expect(failing).rejects.toMatchObject({ errors: [new Error('sick 2'), new Error('sick 4')] })
    expect(done).toEqual([1, 3])
  })

  it('is given up when nothing works', async () => {
    let tried = 0
    const failing = each(Array(1000), async () => {
      tried++
      throw new Error('the database is away')
    })
    await expect(failing).rejects.toThrow('20 of these failed')
    expect(tried).toBe(20)
  })

  it('ends with whoever gives them', async () => {
    async function* given() {
      yield 1
      throw new Error('no answer')
    }
    await expect(each(given(), async () => undefined)).rejects.toThrow('no answer')
  })
})
