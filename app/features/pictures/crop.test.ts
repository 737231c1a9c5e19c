import { describe, expect, it } from 'vitest'
import { COVER_SHAPE, cropOf, PORTRAIT_SHAPE } from './crop.ts'

describe('the part of a picture that a cover shows', () => {
  it.each([
    ['a wide one', { width: 4000, height: 1100 }, { width: 2000, height: 1100, left: 1000, top: 0 }],
    ['a high one', { width: 2000, height: 4000 }, { width: 2000, height: 1100, left: 0, top: 1450 }],
    ['one of that shape', { width: 800, height: 440 }, { width: 800, height: 440, left: 0, top: 0 }],
    ['a tiny one', { width: 1, height: 1 }, { width: 1, height: 1, left: 0, top: 0 }],
  ])('is the middle of %s', (_, size, crop) => {
    expect(cropOf(size, COVER_SHAPE, {})).toEqual(crop)
  })

  it('is what was chosen, within the picture', () => {
    const size = { width: 2000, height: 2000 }
    expect(cropOf(size, COVER_SHAPE, { x: 0, y: 1 })).toEqual({ width: 2000, height: 1100, left: 0, top: 900 })
    expect(cropOf(size, COVER_SHAPE, { x: 0.2, y: 0.4, size: 0.5 })).toEqual({
      width: 1000,
      height: 550,
      left: 200,
      top: 580,
    })
    expect(cropOf(size, COVER_SHAPE, { x: 9, y: -1, size: 0.5 })).toEqual({
      width: 1000,
      height: 550,
      left: 1000,
      top: 0,
    })
    expect(cropOf(size, COVER_SHAPE, { size: 0 })).toMatchObject({ width: 1, height: 1 })
  })

  it('is a square of a portrait', () => {
    expect(cropOf({ width: 900, height: 1600 }, PORTRAIT_SHAPE, { y: 0 })).toEqual({
      ...{ width: 900, height: 900, left: 0, top: 0 },
    })
  })
})
