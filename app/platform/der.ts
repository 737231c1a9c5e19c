/** ASN.1 values in DER (ITU-T X.690), as certificates and certificate requests are written. */

/** A value with its tag and its length. */
export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes])
  const digits = Buffer.from(bytes.toString(16).padStart(bytes > 0xff ? (bytes > 0xffff ? 6 : 4) : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | digits.length]), digits])
}

export const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents)
export const set = (...contents: Uint8Array[]) => der(0x31, ...contents)
export const utf8String = (text: string) => der(0x0c, Buffer.from(text))
export const printableString = (text: string) => der(0x13, Buffer.from(text, 'ascii'))
export const octetString = (content: Uint8Array) => der(0x04, content)
/** All of its bits are used. */
export const bitString = (content: Uint8Array) => der(0x03, Buffer.from([0]), content)
/** A constructed value with a tag of its context: `[number]`. */
export const context = (number: number, ...contents: Uint8Array[]) => der(0xa0 | number, ...contents)

/** @param value not negative */
export function integer(value: bigint): Buffer {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  // A leading bit would make it negative.
  return der(0x02, bytes[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** @param dotted such as `2.5.4.3` */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80)
  return digits
}

export type DerValue = {
  tag: number
  /** Without tag and length. */
  content: Buffer
  /** With them. */
  whole: Buffer
}

/**
 * The values that follow each other in `bytes`, such as the members of a sequence.
 * @throws RangeError when they are cut off
 */
export function derValues(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const { length, start } = readLength(bytes, at + 1)
    if (start + length > bytes.length) throw new RangeError('The DER value is cut off.')
    values.push({
      tag: bytes[at]!,
      content: bytes.subarray(start, start + length),
      whole: bytes.subarray(at, start + length),
    })
    at = start + length
  }
  return values
}

function readLength(bytes: Buffer, at: number): { length: number; start: number } {
  const first = bytes[at]
  if (first === undefined) throw new RangeError('The DER value is cut off.')
  if (first < 0x80) return { length: first, start: at + 1 }
  const digits = first & 0x7f
  if (digits === 0 || digits > 3 || at + 1 + digits > bytes.length) throw new RangeError('The DER value is cut off.')
  return { length: bytes.readUIntBE(at + 1, digits), start: at + 1 + digits }
}
