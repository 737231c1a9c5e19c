import type { FormFailure } from '../../../request-context.ts'

/** What the page's action answered, and to which of its forms. */
export type CourseAnswer =
  | {
      done: string | undefined
      failure?: (FormFailure & { intent: string }) | undefined
      values: Record<string, string>
    }
  | undefined
