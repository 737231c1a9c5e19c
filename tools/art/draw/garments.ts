import { mix } from './colours.ts'
import type { Garment, Person } from './people.ts'

const SHOULDERS = 'M36 320C38 276 60 258 104 246L138 232H182L216 246C260 258 282 276 284 320z'

/** Neck and clothes, from the shoulders down. */
export function drawGarment(person: Person): string {
  const shade = mix(person.cloth, '#1d2622', person.cloth < '#8' ? 0.3 : 0.13)
  const throat = mix(person.skin, '#7a3b23', 0.26)
  return `
    <path fill="${throat}" d="M137 176h46v54l14 12-37 26-37-26 14-12z"/>
    ${CLOTHES[person.garment](person.cloth, shade, throat)}`
}

const stroke = (colour: string, d: string, width = 2) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"
    d="${d}"/>`

function thobe(cloth: string, shade: string): string {
  return `
    <path fill="${cloth}" d="M36 320C38 276 60 258 104 246L134 232C140 244 180 244 186 232
      L216 246C260 258 282 276 284 320z"/>
    <path fill="${mix(cloth, '#ffffff', 0.35)}" d="M132 222c10 14 46 14 56 0l3 16c-12 17-50 17-62 0z"/>
    ${stroke(shade, 'M129 238c12 17 50 17 62 0M160 251v69M151 252v68')}
    ${stroke(shade, 'M84 286c6 10 9 22 10 34M236 286c-6 10-9 22-10 34')}
    <g fill="${shade}"><circle cx="155.5" cy="268" r="2"/><circle cx="155.5" cy="292" r="2"/></g>`
}

function shirt(cloth: string, shade: string): string {
  const light = mix(cloth, '#ffffff', 0.22)
  return `
    <path fill="${cloth}" d="M36 320C38 276 60 258 104 246L136 230L160 262L184 230L216 246C260 258 282 276 284 320z"/>
    <path fill="${light}" d="M134 222L160 258L146 276L122 240zM186 222L160 258L174 276L198 240z"/>
    ${stroke(shade, 'M160 260v60M84 286c6 10 9 22 10 34M236 286c-6 10-9 22-10 34')}
    <g fill="${shade}"><circle cx="166" cy="284" r="2"/><circle cx="166" cy="306" r="2"/></g>`
}

function abaya(cloth: string, shade: string): string {
  return `<path fill="${cloth}" d="${SHOULDERS}"/>
    ${stroke(shade, 'M80 284c8 10 12 24 13 36M240 284c-8 10-12 24-13 36')}`
}

function blazer(cloth: string, shade: string, throat: string): string {
  return `
    <path fill="${cloth}" d="${SHOULDERS}"/>
    <path fill="#f7f1e6" d="M130 232H190L178 300H142z"/>
    <path fill="${throat}" d="M136 228H184C182 246 170 258 160 258S138 246 136 228z"/>
    <path fill="${mix(cloth, shade, 0.7)}" d="M134 230L108 248L118 282L152 320H160V300z
      M186 230L212 248L202 282L168 320H160V300z"/>
    ${stroke(shade, 'M76 286c8 10 11 22 12 34M244 286c-8 10-11 22-12 34')}`
}

type Cut = (cloth: string, shade: string, throat: string) => string

const CLOTHES: Record<Garment, Cut> = { thobe, shirt, abaya, blazer }
