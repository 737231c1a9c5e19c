/**
 * The content of an invoice's QR code: five values in TLV encoding (tag, length in bytes, value), in base64.
 * Source: ZATCA, phase 1.
 */
export type QrFacts = {
  sellerName: string
  vatNumber: string
  issuedAt: Date
  totalHalalas: number
  vatHalalas: number
}

/** @throws RangeError when a value is longer than 255 bytes */
export function zatcaQr({ sellerName, vatNumber, issuedAt, totalHalalas, vatHalalas }: QrFacts): string {
  const time = issuedAt.toISOString().replace(/\.\d{3}/, '')
  const values = [sellerName, vatNumber, time, inRiyals(totalHalalas), inRiyals(vatHalalas)]
  return Buffer.concat(values.map((value, index) => tlv(index + 1, value))).toString('base64')
}

const MAX_VALUE_BYTES = 255

function tlv(tag: number, value: string): Buffer {
  const bytes = Buffer.from(value)
  if (bytes.length > MAX_VALUE_BYTES) throw new RangeError(`Value ${tag} of the QR code has ${bytes.length} bytes.`)
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
}

/** `115000` → `1150.00`. */
const inRiyals = (halalas: number) => `${Math.trunc(halalas / 100)}.${String(halalas % 100).padStart(2, '0')}`

/** The beginning of a text that fits into a value, without splitting a character. */
export function truncateToFit(text: string): string {
  let truncated = ''
  for (const character of text) {
    if (Buffer.byteLength(truncated + character) > MAX_VALUE_BYTES) break
    truncated += character
  }
  return truncated
}
