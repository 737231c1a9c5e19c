import { mix } from './colours.ts'
import { faceHalf } from './faces.ts'
import type { Headwear, Person } from './people.ts'
import { num } from './svg.ts'

const MIDDLE = 160

/** What hangs behind the neck and the face. */
export function hairBehind(person: Person): string {
  const dark = mix(person.head, '#1d1a18', 0.3)
  if (person.headwear === 'long-hair') {
    return `<path fill="${dark}" d="M160 62C112 62 98 98 98 140C98 186 92 214 84 240C118 262 202 262 236 240
      C228 214 222 186 222 140C222 98 208 62 160 62z"/>`
  }
  if (person.headwear === 'hijab') {
    return `<path fill="${dark}" d="M160 62C116 62 104 100 104 140C104 180 112 226 160 226
      S216 180 216 140C216 100 204 62 160 62z"/>`
  }
  if (person.headwear === 'ghutra' || person.headwear === 'shemagh') {
    const inside = mix(person.head, '#5b5146', 0.3)
    return `<path fill="${inside}" d="M106 120C104 180 100 220 94 262H226C220 220 216 180 214 120z"/>`
  }
  return ''
}

/** What lies over the face's edge: hair, a headcloth with its cord, or a hijab. */
export function headwearFront(person: Person): string {
  const front = FRONTS[person.headwear](person)
  return person.flipped ? `<g transform="matrix(-1 0 0 1 320 0)">${front}</g>` : front
}

const FRONTS: Record<Headwear, (person: Person) => string> = {
  ghutra: (person) => headcloth(person, ''),
  shemagh: (person) => headcloth(person, CHECKS),
  hijab,
  'short-hair': shortHair,
  'swept-hair': sweptHair,
  bald: baldCrown,
  'long-hair': longHair,
}

// The red-and-white weave, as a small check.
const CHECKS = `<pattern id="k" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(12)">
  <path fill="#b5373a" d="M0 0h4.5v4.5H0zM4.5 4.5H9V9H4.5z" opacity=".82"/></pattern>`

const CLOTH = `M160 52C122 52 101 78 99 116C97 160 88 206 70 250C66 262 72 274 84 280L122 300C126 276 124 250 120 226
  C115 196 114 160 118 124C130 106 190 106 202 124C206 160 205 196 200 226C196 250 194 276 198 300L236 280
  C248 274 254 262 250 250C232 206 223 160 221 116C219 78 198 52 160 52z`

function headcloth(person: Person, weave: string): string {
  const shade = mix(person.head, '#6b5a45', 0.34)
  const cord = '#211d1b'
  return `${weave}
    <path fill="${person.head}" d="${CLOTH}"/>
    ${weave ? `<path fill="url(#k)" d="${CLOTH}"/>` : ''}
    <path fill="none" stroke="${shade}" stroke-width="1.5" opacity=".55" d="${CLOTH}"/>
    <path fill="none" stroke="${shade}" stroke-width="2" stroke-linecap="round" opacity=".8"
      d="M108 140C106 186 100 222 90 258M113 200C112 226 110 248 106 268M212 140C214 186 220 222 230 258
      M207 200C208 226 210 248 214 268M118 124C130 106 190 106 202 124"/>
    <path fill="none" stroke="${cord}" stroke-width="7.5" stroke-linecap="round"
      d="M104 98C120 77 200 77 216 98M106 86.5C122 65 198 65 214 86.5"/>
    <path fill="none" stroke="#6a625c" stroke-width="1" opacity=".7" d="M107 95C122 76 198 76 213 95"/>`
}

function hijab(person: Person): string {
  const half = faceHalf(person)
  const dark = mix(person.head, '#17110f', 0.26)
  const light = mix(person.head, '#ffffff', 0.14)
  const [left, right] = [num(MIDDLE - half - 0.5), num(MIDDLE + half + 0.5)]
  return `
    <path fill="${person.head}" fill-rule="evenodd" d="M160 52C112 52 96 90 98 140C99 178 96 206 82 232
      C72 250 70 264 78 276C118 306 202 306 242 276
      C250 264 248 250 238 232C224 206 221 178 222 140C224 90 208 52 160 52z
      M${left} 140C${left} 88 ${right} 88 ${right} 140C${right} 178 184 201 160 201S${left} 178 ${left} 140z"/>
    <path fill="${dark}" d="M${num(MIDDLE - half + 2)} 122C${num(MIDDLE - half + 8)} 93 ${num(MIDDLE + half - 8)} 93
      ${num(MIDDLE + half - 2)} 122
      C${num(MIDDLE + half - 12)} 104 ${num(MIDDLE - half + 12)} 104 ${num(MIDDLE - half + 2)} 122z"/>
    <path fill="${dark}" opacity=".7" d="M114 168C120 200 140 212 164 213C190 213 212 204 222 176
      C224 204 232 224 240 238
      C216 236 176 240 148 230C128 222 116 200 114 168z"/>
    <path fill="none" stroke="${light}" stroke-width="2" stroke-linecap="round" opacity=".8"
      d="M122 82C110 96 106 116 106 142C106 176 104 204 92 232
      M100 246C134 272 190 272 226 244M112 228C138 250 186 254 230 236"/>
    <path fill="none" stroke="${dark}" stroke-width="2" stroke-linecap="round" opacity=".8"
      d="M88 258C130 288 196 290 236 260M198 82C210 96 214 116 214 140"/>`
}

function shortHair(person: Person): string {
  const half = faceHalf(person)
  const [left, right] = [MIDDLE - half - 3, MIDDLE + half + 3]
  return `<path fill="${person.head}" d="M${left} 140C${left - 8} 92 ${left + 14} 66 160 66S${right + 8} 92 ${right} 140
    L${right - 7} 138C${right - 8} 124 ${right - 11} 114 ${right - 18} 107C190 101 130 101 ${left + 18} 107
    C${left + 11} 114 ${left + 8} 124 ${left + 7} 138z"/>`
}

function sweptHair(person: Person): string {
  const half = faceHalf(person)
  const [left, right] = [MIDDLE - half - 3, MIDDLE + half + 3]
  return `
    <path fill="${person.head}" d="M${left} 140C${left - 10} 108 ${left - 2} 82 ${left + 20} 70
      C150 54 192 56 ${right - 12} 78
      C${right + 4} 92 ${right + 5} 116 ${right} 140L${right - 7} 138
      C${right - 8} 122 ${right - 12} 112 ${right - 20} 106
      C176 112 148 111 137 103C127 110 ${left + 9} 118 ${left + 7} 138z"/>
    <path fill="none" stroke="${mix(person.head, '#ffffff', 0.18)}" stroke-width="2" stroke-linecap="round"
      d="M136 92C150 80 172 76 192 84M142 82C154 72 170 69 184 73"/>`
}

function baldCrown(person: Person): string {
  const half = faceHalf(person)
  const [left, right] = [MIDDLE - half, MIDDLE + half]
  return `
    <path fill="${person.skin}" d="M${left} 124C${left - 2} 66 ${right + 2} 66 ${right} 124
      L${right - 4} 118H${left + 4}z"/>
    <path fill="${mix(person.skin, '#ffffff', 0.25)}" opacity=".7"
      d="M134 92C140 82 152 79 160 80C150 84 142 90 138 98z"/>
    <path fill="${person.head}" opacity=".85" d="M${left - 3} 140C${left - 5} 126 ${left - 3} 114 ${left} 108
      C${left + 3} 116 ${left + 4} 126 ${left + 3} 138zM${right + 3} 140C${right + 5} 126 ${right + 3} 114 ${right} 108
      C${right - 3} 116 ${right - 4} 126 ${right - 3} 138z"/>`
}

function longHair(person: Person): string {
  const half = faceHalf(person)
  const [left, right] = [MIDDLE - half - 1, MIDDLE + half + 1]
  return `
    <path fill="${person.head}" d="M160 62C116 62 99 94 100 136C101 174 98 200 92 226C104 220 113 200 ${left + 4} 160
      C${left} 130 126 112 148 96C168 112 ${right} 124 ${right - 4} 160C207 200 216 220 228 226C222 200 219 174 220 136
      C221 94 204 62 160 62z"/>
    <path fill="none" stroke="${mix(person.head, '#ffffff', 0.2)}" stroke-width="2" stroke-linecap="round"
      d="M146 78C126 88 112 108 110 140M166 78C190 86 206 106 209 138"/>`
}
