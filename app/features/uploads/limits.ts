export type Kind = 'image' | 'video' | 'file'

const MB = 1024 * 1024

/** The size limits of post attachments, in bytes. */
export const MAX_UPLOAD_BYTES: Record<Kind, number> = { image: 8 * MB, video: 200 * MB, file: 20 * MB }
