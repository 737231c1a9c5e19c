import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import { FileField } from '../../api/fields.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { MAX_PAPER_BYTES, MAX_UPLOAD_BYTES } from './limits.ts'

/** A post's attachment: an image, a video or a download. */
export const Attachment = z.object({
  id: z.uuid(),
  kind: z.enum(['image', 'video', 'file']),
  /** The name under which it is downloaded. */
  name: z.string(),
  /** The media type and size in bytes of the file at `address`. */
  type: z.string(),
  size: z.int(),
  /** A path; when the post is not public, it expires after a day. */
  address: z.string(),
  /** In pixels, of images and videos. */
  width: z.int().optional(),
  height: z.int().optional(),
  /** An image's sizes, the smallest first. */
  sources: z.array(z.object({ width: z.int(), avif: z.string(), webp: z.string() })).optional(),
  /** An image's alternative text, by its owner. */
  alt: z.string().optional(),
})
export type Attachment = z.output<typeof Attachment>

/** Of any kind of file, in bytes. */
export const MAX_ANY_UPLOAD_BYTES = MAX_UPLOAD_BYTES.video
/** Larger than the limit of a paper, so that a slightly larger file is reported at the field. */
export const MAX_PAPER_FORM_BYTES = MAX_PAPER_BYTES + 2 * MEGABYTE

export const UPLOAD_QUOTAS: readonly Quota[] = [
  { key: 'uploads', of: 'account', seconds: HOUR_SECONDS, max: 20, unit: 'files' },
  { key: 'upload-kilobytes', of: 'account', seconds: DAY_SECONDS, max: 500 * 1024, unit: 'kilobytes' },
]

/** The id of a pending upload. */
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
    quotas: UPLOAD_QUOTAS,
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
