import type { FormFailure } from '../../../request-context.ts'

/** The result of the page's action; `intent` names the form. */
export type CourseActionData =
  | {
      done: string | undefined
      failure?: (FormFailure & { intent: string }) | undefined
      values: Record<string, string>
    }
  | undefined
