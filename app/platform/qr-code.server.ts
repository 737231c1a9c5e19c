import { encode } from 'uqr'

/** Modules of light round the code, as ISO/IEC 18004 asks; scanners fail without them. */
const QUIET_ZONE = 4

/** A text as a QR code: the dark modules as the data of one SVG path, in a square of `size` units. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { size, path: data.flatMap(runsOfRow).join('') }
}

/** Neighbours in one stroke: seams between single squares would show. */
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
