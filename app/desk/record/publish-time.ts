import { readPublishDate } from '../../features/community/publish-date.ts'

/** The time that `PublishTimeField` sends. What cannot be read is no time, and the call refuses it at its field. */
export const publishTimeIn = (form: FormData): string =>
  readPublishDate(String(form.get('at') ?? ''))?.toISOString() ?? 'x'
