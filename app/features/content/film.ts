/** A film and what belongs to it: files of one name side by side, in the folder as in storage. */

const FILM = '.mp4'
/** For browsers that play no H.264, the picture before it plays, and its words in both languages. */
const COMPANIONS = ['.webm', '.webp', '.ar.vtt', '.en.vtt']

const beside = (film: string, ending: string) => film.slice(0, -FILM.length) + ending

/** The film's own file and every file that must stand beside it. */
export function filesOfFilm(film: string): string[] {
  return [film, ...COMPANIONS.map((ending) => beside(film, ending))]
}

export type Film = {
  /** The one that a browser should try first comes first. */
  sources: { src: string; type: string }[]
  poster: string
  captions: { lang: 'ar' | 'en'; src: string }[]
}

/** What a page shows of the film at an address; null for an address that is no film of ours. */
export function filmAt(address: string | null): Film | null {
  if (!address?.startsWith('/') || !address.endsWith(FILM)) return null
  return {
    sources: [
      { src: beside(address, '.webm'), type: 'video/webm' },
      { src: address, type: 'video/mp4' },
    ],
    poster: beside(address, '.webp'),
    captions: (['ar', 'en'] as const).map((lang) => ({ lang, src: beside(address, `.${lang}.vtt`) })),
  }
}
