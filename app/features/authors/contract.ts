import { z } from 'zod'

/** The author of a text, as readers see it. */
export const Author = z.object({
  /** The value of the lists' parameter `UserId`. */
  id: z.int(),
  /** Null for a former member. */
  name: z.string().nullable(),
  title: z.string().nullable(),
  picture: z.string().nullable(),
  kind: z.enum(['teacher', 'staff', 'member']),
})
export type Author = z.output<typeof Author>
