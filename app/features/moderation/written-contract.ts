import { z } from 'zod'

/** What members write. */
export const WrittenKind = z.enum(['post', 'postComment', 'articleComment'], 'invalid')
export type WrittenKind = z.output<typeof WrittenKind>
