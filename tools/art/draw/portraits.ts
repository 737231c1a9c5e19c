import { mix } from './colours.ts'
import { drawFace } from './faces.ts'
import { drawGarment } from './garments.ts'
import { girihTile } from './girih.ts'
import { hairBehind, headwearFront } from './headwear.ts'
import type { Person } from './people.ts'
import { num, svgFile } from './svg.ts'

const SIZE = 320

/** Draws a calm flat bust of a person on a tinted ground. */
export function drawPortrait(person: Person): string {
  return svgFile(
    SIZE,
    SIZE,
    `
    ${latticeGround(person.ground)}
    ${hairBehind(person)}
    ${drawGarment(person)}
    ${drawFace(person)}
    ${headwearFront(person)}`,
  )
}

function latticeGround(ground: string): string {
  const tile = girihTile({ tiling: 'octagonal', contact: 67.5, heart: 'none', period: 84 }, 'c')
  return `
    <defs>
      <linearGradient id="f" x2="0" y2="1">
        <stop stop-color="#fff"/><stop offset=".75" stop-color="#fff" stop-opacity="0"/>
      </linearGradient>
      <mask id="m"><path fill="url(#f)" d="M0 0h320v320H0z"/></mask>
      <pattern id="p" patternUnits="userSpaceOnUse" width="${num(tile.width)}" height="${num(tile.height)}"
        patternTransform="translate(160 132)">
        <g fill="none" stroke="${mix(ground, '#7c6a45', 0.34)}">${tile.markup}</g>
      </pattern>
    </defs>
    <path fill="${ground}" d="M0 0h320v320H0z"/>
    <path fill="url(#p)" opacity=".6" mask="url(#m)" d="M0 0h320v320H0z"/>`
}
