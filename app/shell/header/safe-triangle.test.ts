import { describe, expect, it } from 'vitest'
import { headsFor } from './safe-triangle.ts'

describe('a mouse between the fields and their courses', () => {
  const beside = { left: 300, right: 900, top: 0, bottom: 600 }
  const mirrored = { left: 0, right: 600, top: 0, bottom: 600 }

  it.each([
    ['straight across', { x: 100, y: 300 }, { x: 140, y: 300 }, true],
    ['across and down', { x: 100, y: 300 }, { x: 140, y: 340 }, true],
    ['across and up', { x: 100, y: 300 }, { x: 140, y: 260 }, true],
    ['down the list', { x: 100, y: 300 }, { x: 100, y: 340 }, false],
    ['down, hardly across', { x: 100, y: 300 }, { x: 104, y: 340 }, false],
    ['away', { x: 100, y: 300 }, { x: 60, y: 320 }, false],
    ['nowhere', { x: 100, y: 300 }, { x: 100, y: 300 }, false],
    ['up above its corner', { x: 100, y: 30 }, { x: 140, y: 10 }, false],
  ])('goes %s', (_, from, to, meant) => {
    expect(headsFor(beside, from, to)).toBe(meant)
    const mirror = ({ x, y }: { x: number; y: number }) => ({ x: 900 - x, y })
    expect(headsFor(mirrored, mirror(from), mirror(to))).toBe(meant)
  })

  it('is in the box already', () => {
    expect(headsFor(beside, { x: 400, y: 300 }, { x: 420, y: 300 })).toBe(false)
  })
})
