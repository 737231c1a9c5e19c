import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileField } from '../../api/fields.ts'
import { MAX_UPLOAD_BYTES } from './limits.ts'

/** What stands at a post: a picture, a film, or a file to be saved. */
export const Attachment = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'video', 'file']),
  /** Under which it is saved. */
  name: z.string(),
  /** The media type of what `address` leads to, and its bytes. */
  type: z.string(),
  size: z.int(),
  /** A path; of what not everybody may see, it ends to hold after a day. */
  address: z.string(),
  /** In pixels, of pictures and films. */
  width: z.int().optional(),
  height: z.int().optional(),
  /** A picture's sizes, the smallest first. */
  sources: z.array(z.object({ width: z.int(), avif: z.string(), webp: z.string() })).optional(),
  /** What a picture shows, in its owner's words. */
  alt: z.string().optional(),
})
export type Attachment = z.output<typeof Attachment>

/** Of whatever kind it is, in bytes. */
export const MAX_ANY_UPLOAD_BYTES = MAX_UPLOAD_BYTES.video

/** The id of an upload that waits for its post. */
export const UploadId = z.uuid('invalid')

export const uploadsEndpoints = {
  upload: endpoint({
    method: 'POST',
    path: 'Uploads',
    summary:
      'Takes a file for a post: an image (JPEG, PNG, WebP, GIF; 8 MB), a video (MP4, WebM; 200 MB) or a file (PDF, DOCX, XLSX, PPTX, ZIP; 20 MB). It is kept for a day unless a post names it.',
    audience: 'signedIn',
    input: z.object({ file: FileField }),
    output: Attachment,
    problems: ['tooLarge', 'unsupportedType', 'tooManyRequests', 'writingStopped'],
    files: { maxBytes: MAX_ANY_UPLOAD_BYTES, raw: 'file' },
    status: 201,
  }),
  waiting: endpoint({
    method: 'GET',
    path: 'Uploads',
    summary: 'One’s own upload that no post names yet.',
    audience: 'signedIn',
    input: z.object({ id: UploadId }),
    output: Attachment,
    problems: ['notFound'],
  }),
}
