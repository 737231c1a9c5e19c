/**
 * A number for a visitor, by which their second view of a day is recognized. It is not written down, or for one day only:
 * many visitors can have the same, and without the seed, which is random and replaced every day, it says nothing.
 */

/** FNV-1a. It allocates nothing: a number is made for each page that is sent. */
function hash(text: string, from: number): number {
  let sum = from
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum
}

/** Spreads the last characters over all bits, as MurmurHash ends. */
function mixed(sum: number): number {
  let bits = sum ^ (sum >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) & 0x3fffffff
}

/**
 * 30 bits.
 * @param seed an integer of 53 bits at most
 * @param browser the number of the browser's name, by `thingNumber`
 */
export function visitorNumber(seed: number, ip: string, browser: number): number {
  const high = Math.floor(seed / 0x100000000) | 0
  return mixed(Math.imul(hash(ip, (seed | 0) ^ 0x811c9dc5) ^ high, 0x9e3779b1) ^ browser)
}

/** Of a visitor and something they see. @param thing of `thingNumber` */
export const bothNumbers = (visitor: number, thing: number): number => mixed(Math.imul(visitor, 0x9e3779b1) ^ thing)

export const thingNumber = (name: string): number => mixed(hash(name, 0x811c9dc5 | 0))
