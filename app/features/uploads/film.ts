/** The size of a video in pixels, as it is shown. */
export type FilmSize = { width: number; height: number }

/** No real video is larger. */
export const MAX_SIDE = 8192
