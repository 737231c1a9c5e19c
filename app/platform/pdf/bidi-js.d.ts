/** The parts of bidi-js that are used; the package brings no types. */
declare module 'bidi-js' {
  type EmbeddingLevels = { levels: Uint8Array }
  export default function bidiFactory(): {
    getEmbeddingLevels: (text: string, direction?: 'ltr' | 'rtl' | 'auto') => EmbeddingLevels
    getMirroredCharacter: (sign: string) => string | null
  }
}
