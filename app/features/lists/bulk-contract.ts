/** Commands on many rows of a list: those that were chosen, or all that match its filters, as many as were shown. */
import { z } from 'zod'
import { optional, WholeNumber } from '../../api/fields.ts'

const MAX_CHOSEN = 100
/** A command on all that match answers within the time of a request. */
const MAX_MATCHING = 500

/** Instead of chosen rows all that match: when they have become more or fewer than were shown, nothing is done. */
export const Counted = z.object({
  count: WholeNumber.pipe(z.number().min(1, 'invalid').max(MAX_MATCHING, `tooManyRows:${MAX_MATCHING}`)),
})

export const Chosen = <Key extends z.ZodType>(key: Key) => z.array(key).max(MAX_CHOSEN, `tooManyRows:${MAX_CHOSEN}`)

/** The keys of chosen rows in an address, with commas between them. */
export const ChosenInAddress = <Key extends z.ZodType>(key: Key) =>
  optional(z.preprocess((keys) => (typeof keys === 'string' ? keys.split(',') : keys), Chosen(key)))

/** How it went for a row: a problem's code and text where it failed. */
export const BulkOutcome = z.object({
  name: z.string().nullable(),
  isDone: z.boolean(),
  /** What was done now, and not before, can be undone for ten minutes. */
  canUndo: z.boolean(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
})
