import type { Field } from './catalogue.ts'
import { DEEP, mix } from './colours.ts'
import { SCENES } from './scenes.ts'
import { svgFile } from './svg.ts'

const WIDTH = 800
const HEIGHT = 440

/** Draws the cover of the course with this number (from zero) in the catalogue. */
export function drawCover(field: Field, number: number): string {
  const scene = SCENES[number % SCENES.length]!
  return svgFile(
    WIDTH,
    HEIGHT,
    `<defs>${groundGradient(field.colour)}</defs>
    <rect width="800" height="440" fill="url(#g)"/>${scene(field, number + Math.floor(number / SCENES.length))}`,
  )
}

function groundGradient(colour: string): string {
  return `<linearGradient id="g" x1="0" y1="0" x2=".6" y2="1">
    <stop stop-color="${mix(colour, '#ffffff', 0.06)}"/><stop offset="1" stop-color="${mix(colour, DEEP, 0.28)}"/>
  </linearGradient>`
}
