import { describe, expect, it } from 'vitest'
import { truncateToFit, zatcaQr } from './zatca-qr.ts'

const facts = {
  sellerName: 'Bobs Records',
  vatNumber: '310122393500003',
  issuedAt: new Date('2022-04-25T15:30:00.123Z'),
  totalHalalas: 1000_00,
  vatHalalas: 150_00,
}

/** Decodes the tag-length-value triples. */
function read(code: string): [number, string][] {
  const bytes = Buffer.from(code, 'base64')
  const values: [number, string][] = []
  for (let offset = 0; offset < bytes.length; offset += 2 + bytes[offset + 1]!)
    values.push([bytes[offset]!, bytes.subarray(offset + 2, offset + 2 + bytes[offset + 1]!).toString()])
  return values
}

describe("the tax authority's QR code", () => {
  it.each([
    [facts, 'AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA=='],
    [
      {
        ...facts,
        sellerName: 'معهد التدريب',
        issuedAt: new Date('2026-11-20T12:00:00Z'),
        totalHalalas: 1150_00,
      },
      'ARfZhdi52YfYryDYp9mE2KrYr9ix2YrYqAIPMzEwMTIyMzkzNTAwMDAzAxQyMDI2LTExLTIwVDEyOjAwOjAwWgQHMTE1MC4wMAUGMTUwLjAw',
    ],
  ])('matches a known invoice of $sellerName', (input, code) => {
    expect(zatcaQr(input)).toBe(code)
  })

  it('contains amounts with two decimals, even below one riyal', () => {
    expect(read(zatcaQr({ ...facts, totalHalalas: 5, vatHalalas: 0 })).slice(3)).toEqual([
      [4, '0.05'],
      [5, '0.00'],
    ])
    expect(read(zatcaQr({ ...facts, totalHalalas: 123_456_78, vatHalalas: 1 })).slice(3)).toEqual([
      [4, '123456.78'],
      [5, '0.01'],
    ])
  })

  it('counts bytes, not characters, and refuses a value that is too long', () => {
    const longest = 'م'.repeat(127)
    expect(read(zatcaQr({ ...facts, sellerName: longest }))[0]).toEqual([1, longest])
    expect(() => zatcaQr({ ...facts, sellerName: `${longest}مم` })).toThrow(RangeError)
    expect(truncateToFit(`${longest}مم`)).toBe(longest)
    expect(truncateToFit('a'.repeat(300))).toHaveLength(255)
  })
})
