const OPENING = /^[(«"'“‘[{]+/
const CLOSING = /[.,;:!?،؛؟…)»"'”’\]}]/
const WEB = /^(?:https?:\/\/|www\.)[^\s/]+\.[^\s.]/i
const MAIL = /^[^\s@/]+@[^\s@/]+\.\p{L}{2,}$/iu

/**
 * The address in a word, without the signs around it. The name of something, such as Booking.com, is none.
 * @returns where it starts and ends, and what it links to
 */
export function addressIn(word: string): { start: number; end: number; href: string } | undefined {
  const start = OPENING.exec(word)?.[0].length ?? 0
  let end = word.length
  while (end > start && CLOSING.test(word.charAt(end - 1)) && !closesItsOwn(word.slice(start, end))) end -= 1
  const address = word.slice(start, end)
  if (MAIL.test(address)) return { start, end, href: `mailto:${address}` }
  if (!WEB.test(address)) return undefined
  return { start, end, href: /^www\./i.test(address) ? `https://${address}` : address }
}

/** Whether a bracket at the end closes one of the address: `/wiki/Riyadh_(city)`. */
const closesItsOwn = (address: string) =>
  address.endsWith(')') && address.split('(').length >= address.split(')').length
