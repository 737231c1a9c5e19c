import { z } from 'zod'
import { PageOf } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'

export const Comment = z.object({
  id: z.int(),
  /** Sanitized HTML, made from the member's Markdown. */
  text: z.string(),
  author: Author,
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().optional(),
  isMine: z.boolean(),
})
export type Comment = z.output<typeof Comment>

/** Twenty a page, the oldest first. */
export const CommentPage = PageOf(Comment)
export type CommentPage = z.output<typeof CommentPage>
