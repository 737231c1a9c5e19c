import { MEGABYTE } from '../../platform/byte-sizes.ts'

export type Kind = 'image' | 'video' | 'file'

/** The size limits of post attachments, in bytes. */
export const MAX_UPLOAD_BYTES: Record<Kind, number> = {
  image: 8 * MEGABYTE,
  video: 200 * MEGABYTE,
  file: 20 * MEGABYTE,
}

/** Of a receipt or another paper that is stored privately. */
export const MAX_PAPER_BYTES = 10 * MEGABYTE
