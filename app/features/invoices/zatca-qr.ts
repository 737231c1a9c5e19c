/**
 * What the QR code of an invoice says to the tax authority's scanner: five values, each under a number and its length
 * in bytes, in base64. Source: ZATCA, phase 1.
 */
export type QrFacts = {
  sellerName: string
  vatNumber: string
  issuedAt: Date
  totalHalalas: number
  vatHalalas: number
}

/** @throws RangeError when a value is longer than its length can tell */
export function zatcaQr({ sellerName, vatNumber, issuedAt, totalHalalas, vatHalalas }: QrFacts): string {
  const time = issuedAt.toISOString().replace(/\.\d{3}/, '')
  const values = [sellerName, vatNumber, time, inRiyals(totalHalalas), inRiyals(vatHalalas)]
  return Buffer.concat(values.map((value, index) => tagged(index + 1, value))).toString('base64')
}

const MAX_VALUE_BYTES = 255

function tagged(tag: number, value: string): Buffer {
  const bytes = Buffer.from(value)
  if (bytes.length > MAX_VALUE_BYTES) throw new RangeError(`Value ${tag} of the QR code has ${bytes.length} bytes.`)
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
}

/** `115000` → `1150.00`. */
const inRiyals = (halalas: number) => `${Math.trunc(halalas / 100)}.${String(halalas % 100).padStart(2, '0')}`

/** As much of a text as fits, no letter cut in two. */
export function fitted(text: string): string {
  let fits = ''
  for (const letter of text) {
    if (Buffer.byteLength(fits + letter) > MAX_VALUE_BYTES) break
    fits += letter
  }
  return fits
}
