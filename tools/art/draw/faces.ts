import { mix } from './colours.ts'
import type { Beard, Person } from './people.ts'
import { num } from './svg.ts'

/** Where a face stands: its middle line, the crown and the chin. */
const MIDDLE = 160
const CHIN = 203
const CHEEK = 148

/** Half of the width of a face. */
export const faceHalf = (person: Person) => person.face ?? 45

/** The outline of a face from the crown to the chin. */
export function faceOutline(half: number): string {
  const [left, right] = [MIDDLE - half, MIDDLE + half]
  return (
    `M${num(left)} 122C${num(left)} 88 ${num(right)} 88 ${num(right)} 122L${num(right - 1)} ${CHEEK}` +
    `C${num(right - 2)} 180 ${num(MIDDLE + half * 0.5)} ${CHIN} ${MIDDLE} ${CHIN}` +
    `S${num(left + 2)} 180 ${num(left + 1)} ${CHEEK}z`
  )
}

/** Neck, face and the few lines that make it a face. */
export function drawFace(person: Person): string {
  const half = faceHalf(person)
  const line = mix(person.skin, '#2b1510', 0.62)
  const shade = mix(person.skin, '#7a3b23', 0.2)
  const woman = person.headwear === 'hijab' || person.headwear === 'long-hair'
  return `
    <clipPath id="h"><path d="${faceOutline(half)}"/></clipPath>
    ${woman ? '' : ears(half, person.skin, shade)}
    <path fill="${person.skin}" d="${faceOutline(half)}"/>
    <g clip-path="url(#h)">
      <path fill="${shade}" opacity=".55" d="M${num(MIDDLE + half * 0.55)} 84C${num(MIDDLE + half * 0.72)} 130
        ${num(MIDDLE + half * 0.66)} 176 ${MIDDLE + 6} 206H220V84z"/>
      ${beardShape(person, half)}
    </g>
    ${features(person, line, woman)}
    ${person.glasses ? glasses(person.glasses, line) : ''}`
}

function ears(half: number, skin: string, shade: string): string {
  const ear = (x: number, fill: string) => `<ellipse cx="${num(x)}" cy="148" rx="7.5" ry="12" fill="${fill}"/>`
  return ear(MIDDLE - half - 1, skin) + ear(MIDDLE + half + 1, shade)
}

function features(person: Person, line: string, woman: boolean): string {
  const eye = (side: number) => eyeLines(MIDDLE + side * 19, side, woman, line)
  const brow = woman ? 2.4 : 3.6
  const lip = woman ? mix(person.skin, '#a3333a', 0.5) : line
  const mouth = woman ? 'M149 180.5q11 7.5 22 0' : 'M150 181q10 5.5 20 0'
  return `
    <g fill="none" stroke="${line}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">
      <path stroke-width="${brow}" d="M131.5 131q8-5 17-1.8M188.5 131q-8-5-17-1.8"/>
      ${eye(-1)}${eye(1)}
      <path opacity=".6" stroke-width="2" d="M158 150q-1 9-3.5 13.5q3 3 7.5 1.5"/>
      <path stroke="${lip}" stroke-width="${woman ? 3 : 2.4}" d="${mouth}"/>
    </g>`
}

function eyeLines(x: number, side: number, woman: boolean, line: string): string {
  const lid = `M${num(x - 6.5)} 143.5q6.5-4.5 13 0`
  const lash = woman ? `M${num(x + side * 6.5)} 143.5l${num(side * 3)}-1.6` : ''
  return `<path d="${lid}${lash}"/><circle cx="${num(x)}" cy="145.3" r="2.9" fill="${line}" stroke="none"/>`
}

function glasses(shape: 'round' | 'square', line: string): string {
  const lens = (x: number) =>
    shape === 'round'
      ? `<circle cx="${x}" cy="145" r="14"/>`
      : `<rect x="${x - 15}" y="134.5" width="30" height="21" rx="6"/>`
  return `<g fill="#fff" fill-opacity=".14" stroke="${line}" stroke-width="2.2" stroke-linecap="round">
    ${lens(140.5)}${lens(179.5)}<path fill="none" d="M155 142q5-3 10 0M125 142l-8-2M195 142l8-2"/></g>`
}

function beardShape(person: Person, half: number): string {
  const { beard = 'none', skin } = person
  if (beard === 'none') return ''
  const colour = person.beardColour ?? '#2f2622'
  const fill = beard === 'stubble' ? mix(skin, colour, 0.28) : mix(colour, skin, 0.1)
  return `<path fill="${fill}" fill-rule="evenodd" d="${BEARDS[beard](half)}"/>`
}

const MOUSTACHE =
  'M160 169.5c-4-2.5-9-2-13 1.5-2 2-4 4.5-7 6 7 2.5 14-.5 20-3 6 2.5 13 5.5 20 3-3-1.5-5-4-7-6-4-3.5-9-4-13-1.5z'

const LIPS = 'M146 179c8-2 20-2 28 0 0 8-28 8-28 0z'

// The beard from its line on the cheeks, temples to moustache, down to below the chin.
function jawline(half: number, thickness: number): string {
  const [left, right] = [MIDDLE - half, MIDDLE + half]
  return (
    `M${num(left - 4)} 140L${num(left + thickness * 0.35)} 143C${num(left + thickness * 0.6)} 160 ` +
    `${num(left + thickness)} 168 ${MIDDLE - 18} 169.5Q${MIDDLE} 164 ${MIDDLE + 18} 169.5` +
    `C${num(right - thickness)} 168 ${num(right - thickness * 0.6)} 160 ${num(right - thickness * 0.35)} 143` +
    `L${num(right + 4)} 140V212H${num(left - 4)}z`
  )
}

const BEARDS: Record<Exclude<Beard, 'none'>, (half: number) => string> = {
  stubble: (half) => jawline(half, 14) + LIPS,
  short: (half) => jawline(half, 12) + LIPS,
  full: (half) => jawline(half, 17) + LIPS,
  goatee: () => `${MOUSTACHE}M140 177c0 16 5 30 20 30s20-14 20-30c-5 1-6 2-8 5-6 5-18 5-24 0-2-3-3-4-8-5z`,
  moustache: () => MOUSTACHE,
}
