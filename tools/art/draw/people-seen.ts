/** People of the covers: from behind, or from the front without a face. */
import { num } from './svg.ts'

export type Dress = 'ghutra' | 'hijab' | 'hair'
export type Person = { dress: Dress; cloth: string; head: string; skin?: string }

const DARK = '#26221f'

/** Seen from behind, in a row of seats: the head's middle is at the place. */
export function fromBehind({ dress, cloth, head, skin = '#c99a73' }: Person, x: number, y: number, scale: number): string {
  const shoulders = `<path fill="${cloth}" d="M-62 120q2-62 62-66 60 4 62 66z"/>`
  const heads: Record<Dress, string> = {
    ghutra: `<path fill="${head}" d="M-30 56q-8-88 30-88t30 88q-30 10-60 0z"/>
      <path fill="none" stroke="${DARK}" stroke-width="5" d="M-24-12q24-9 48 0"/>`,
    hijab: `<path fill="${head}" d="M-31 62q-8-96 31-96t31 96q-31 12-62 0z"/>`,
    hair: `<path fill="${skin}" d="M-17 16h34v40q-17 12-34 0zM-32-2q4-8 8 0v16q-8 0-8-16zM32-2q-4-8-8 0v16q8 0 8-16z"/>
      <path fill="${head}" d="M-27 16q-4-50 27-50t27 50q-6 14-27 14t-27-14z"/>`,
  }
  return at(x, y, scale, shoulders + heads[dress])
}

/** From the front, to the waist; nobody's face is drawn. */
export function fromFront({ dress, cloth, head, skin = '#c99a73' }: Person, x: number, y: number, scale: number): string {
  const body = `<path fill="${cloth}" d="M-66 150q-4-86 40-94h52q44 8 40 94z"/>`
  const face = `<path fill="${skin}" d="M-19-2q0-26 19-26t19 26q0 32-19 34-19-2-19-34z"/>`
  const neck = `<path fill="${skin}" d="M-13 18h26v38q-13 10-26 0z"/>`
  const heads: Record<Dress, string> = {
    ghutra: `<path fill="${head}" d="M-38 74q-8-112 38-112t38 112q-12 4-20-2 6-46-1-72h-34q-7 26-1 72-8 6-20 2z"/>${neck}${face}
      <path fill="${head}" d="M-26-8q2-28 26-28t26 28q-26-12-52 0z"/>
      <path fill="none" stroke="${DARK}" stroke-width="5" d="M-25-16q25-10 50 0"/>`,
    hijab: `<path fill="${head}" d="M-34 76q-8-114 34-114t34 114q-34 16-68 0z"/>${face}`,
    hair: `${neck}${face}<path fill="${head}" d="M-22 2q-6-36 22-36t22 36q-4-16-10-18-12 4-24 0-6 2-10 18z"/>`,
  }
  return at(x, y, scale, body + heads[dress])
}

const at = (x: number, y: number, scale: number, drawing: string) =>
  `<g transform="translate(${num(x)} ${num(y)})${scale === 1 ? '' : ` scale(${num(scale)})`}">${drawing}</g>`
