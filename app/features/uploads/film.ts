/** A film's picture, in pixels as it is shown. */
export type FilmSize = { width: number; height: number }

/** Beyond this nobody's film is. */
export const MAX_SIDE = 8192
