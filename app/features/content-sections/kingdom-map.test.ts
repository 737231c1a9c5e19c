/** Pins on the drawn map of the Kingdom. */
import { expect, it } from 'vitest'
import { pinned } from './kingdom-map.ts'

const RIYADH = { latitude: 24.81, longitude: 46.61 }
const JEDDAH = { latitude: 21.56, longitude: 39.15 }
const DAMMAM = { latitude: 26.47, longitude: 50.12 }
const DUBAI = { latitude: 25.2, longitude: 55.27 }
const LONDON = { latitude: 51.5, longitude: -0.1 }

it('pins have the numbers of the list, each at its own place', () => {
  const [riyadh, jeddah] = pinned([RIYADH, JEDDAH]).pins
  expect(riyadh!.x).toBeGreaterThan(jeddah!.x)
  expect(riyadh!.y).toBeLessThan(jeddah!.y)
  const { pins, numbers } = pinned([JEDDAH, RIYADH, DAMMAM])
  expect(numbers).toEqual([1, 2, 3])
  expect(pins.slice(0, 2)).toEqual([
    { ...jeddah, numbers: [1] },
    { ...riyadh, numbers: [2] },
  ])
})

it('a place that is unknown or beyond the map has neither pin nor number', () => {
  const { pins, numbers } = pinned([RIYADH, null, LONDON, undefined, DAMMAM, DUBAI])
  expect(numbers).toEqual([1, null, null, null, 2, 3])
  expect(pins.map((pin) => pin.numbers)).toEqual([[1], [2], [3]])
})

it('branches of one city share a pin with both numbers', () => {
  const { pins, numbers } = pinned([RIYADH, JEDDAH, { latitude: 24.7, longitude: 46.7 }])
  expect(numbers).toEqual([1, 2, 3])
  expect(pins.map((pin) => pin.numbers)).toEqual([[1, 3], [2]])
})
