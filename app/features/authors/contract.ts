import { z } from 'zod'

/** Who wrote something, as readers see them. */
export const Author = z.object({
  /** What the lists' `UserId` takes. */
  id: z.int(),
  /** Null is a former member. */
  name: z.string().nullable(),
  title: z.string().nullable(),
  picture: z.string().nullable(),
  kind: z.enum(['teacher', 'staff', 'member']),
})
export type Author = z.output<typeof Author>
