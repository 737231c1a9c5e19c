/** A film and its accompanying files, which have the same name with other extensions, in the folder and in storage. */

const FILM = '.mp4'
/** A format for browsers without H.264, the poster, and captions in both languages. */
const COMPANIONS = ['.webm', '.webp', '.ar.vtt', '.en.vtt']

const beside = (film: string, ending: string) => film.slice(0, -FILM.length) + ending

/** The film's file and all required accompanying files. */
export function filesOfFilm(film: string): string[] {
  return [film, ...COMPANIONS.map((ending) => beside(film, ending))]
}

export type Film = {
  /** In the order in which a browser should try them. */
  sources: { src: string; type: string }[]
  poster: string
  captions: { lang: 'ar' | 'en'; src: string }[]
}

/** What a page shows of the film at an address; null if the address is not that of one of our films. */
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
