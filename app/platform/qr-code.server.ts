import { encode } from 'uqr'

/** Light modules around the code, required by ISO/IEC 18004; scanners fail without them. */
const QUIET_ZONE = 4

/** A text as a QR code: the dark modules as the data of one SVG path, in a square of `size` units. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { size, path: data.flatMap(runsOfRow).join('') }
}

/** Adjacent modules are one rectangle: between single squares, seams would be visible. */
function runsOfRow(row: boolean[], y: number): string[] {
  const runs: string[] = []
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const start = x
    while (row[x + 1]) x++
    runs.push(`M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`)
  }
  return runs
}
