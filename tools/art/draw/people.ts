/** How hair is worn, or what covers it. */
export type Headwear = 'ghutra' | 'shemagh' | 'short-hair' | 'swept-hair' | 'bald' | 'hijab' | 'long-hair'
export type Beard = 'none' | 'stubble' | 'short' | 'full' | 'goatee' | 'moustache'
export type Garment = 'thobe' | 'shirt' | 'abaya' | 'blazer'

/** What a portrait shows of a person. */
export interface Person {
  key: string
  ground: string
  skin: string
  headwear: Headwear
  /** The colour of the hair, or of the hijab. */
  head: string
  garment: Garment
  cloth: string
  beard?: Beard
  beardColour?: string
  glasses?: 'round' | 'square'
  /** The half of the face's width; 45 when it isn't said. */
  face?: number
  /** The headwear or the parting seen from the other side. */
  flipped?: true
}

/** The tones of skin, hair and white cloth that recur. */
export const SKIN = {
  fair: '#f0cbb0',
  warm: '#e3b592',
  olive: '#d6a27c',
  tan: '#c08a63',
  brown: '#9a6643',
  dark: '#7a4d33',
} as const
export const HAIR = { black: '#2a2421', brown: '#6e4a31', grey: '#8d8983' } as const
export const WHITE = '#f7f4ec'
