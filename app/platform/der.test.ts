import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { bitString, derValues, integer, objectIdentifier, octetString, sequence } from './der.ts'

test('object identifiers, integers and long values are written as DER says', () => {
  expect(objectIdentifier('1.3.6.1.4.1.311.20.2').toString('hex')).toBe('06092b0601040182371402')
  expect(integer(0n).toString('hex')).toBe('020100')
  expect(integer(128n).toString('hex')).toBe('02020080')
  expect(integer(65537n).toString('hex')).toBe('0203010001')
  expect(octetString(Buffer.alloc(127)).subarray(0, 2).toString('hex')).toBe('047f')
  expect(octetString(Buffer.alloc(128)).subarray(0, 3).toString('hex')).toBe('048180')
  expect(octetString(Buffer.alloc(256)).subarray(0, 4).toString('hex')).toBe('04820100')
  expect(octetString(Buffer.alloc(70_000)).subarray(0, 5).toString('hex')).toBe('0483011170')
})

test('what OpenSSL wrote is read and written back byte for byte', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const [algorithm, key] = derValues(derValues(spki)[0]!.content)
  expect(sequence(algorithm!.whole, bitString(key!.content.subarray(1)))).toEqual(spki)
})

test('a value that is cut off is refused', () => {
  expect(() => derValues(Buffer.from('3005', 'hex'))).toThrow(RangeError)
  expect(() => derValues(Buffer.from('30', 'hex'))).toThrow(RangeError)
  expect(() => derValues(Buffer.from('308201', 'hex'))).toThrow(RangeError)
})
