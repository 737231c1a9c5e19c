/** Joins CRC-32 checksums (RFC 1952) of parts whose bytes are not at hand: as zlib's `crc32_combine_op`. */

const POLYNOMIAL = 0xedb88320
/** `x` to the power 2^n, modulo the polynomial, for each n. */
const POWERS = powersOfX()

/** Carries a checksum past a part: precomputed from the part's length, used by `joinCrc`. */
export function crcShift(byteLength: number): number {
  let shift = 0x80000000
  let power = 3
  for (let left = byteLength; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(POWERS[power & 31]!, shift)
    power++
  }
  return shift >>> 0
}

/** @returns the checksum of what `before` sums, followed by a part with the checksum `crc` and this `shift` */
export function joinCrc(before: number, crc: number, shift: number): number {
  return (multiply(shift, before) ^ crc) >>> 0
}

/** The product of two polynomials modulo CRC-32's, with reflected bits. */
function multiply(left: number, right: number): number {
  let product = 0
  let factor = right
  for (let bits = left; bits !== 0; bits <<= 1) {
    if (bits & 0x80000000) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product
}

function powersOfX(): number[] {
  const powers = [0x40000000]
  while (powers.length < 32) powers.push(multiply(powers.at(-1)!, powers.at(-1)!))
  return powers
}
