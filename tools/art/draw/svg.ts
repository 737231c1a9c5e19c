import type { Point } from './geometry.ts'

/** A number as SVG wants it: at most two decimals, no needless zeros. */
export function num(value: number, decimals = 2): string {
  const text = value
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^(-?)0\./, '$1.')
  return text === '-0' ? '0' : text
}

/** Path data through points, in relative steps from rounded places, so that rounding never adds up. */
export function path(points: Point[], closed = false, decimals = 1): string {
  const unit = 10 ** decimals
  const places = points.map(({ x, y }) => ({ x: Math.round(x * unit) / unit, y: Math.round(y * unit) / unit }))
  const start = places[0]!
  const steps = places.slice(1).map((place, i) => pair(place.x - places[i]!.x, place.y - places[i]!.y, decimals))
  return `M${pair(start.x, start.y, decimals)}l${steps.join(' ')}${closed ? 'z' : ''}`
}

function pair(x: number, y: number, decimals: number): string {
  const second = num(y, decimals)
  return `${num(x, decimals)}${second.startsWith('-') ? '' : ' '}${second}`
}

/** A whole SVG file with its own size and the same view box. */
export function svgFile(width: number, height: number, body: string): string {
  const tight = body.trim().replace(/\s+/g, ' ').replace(/> </g, '><')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${tight}</svg>\n`
  )
}
