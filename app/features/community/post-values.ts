import type { FormFailure } from '../../request-context.ts'

/** The fields of a post's form as they are typed. */
export type PostValues = { title: string; content: string; categoryId: string; publishDate: string; version: string }

export type PostFormAnswer =
  | { values: PostValues; failure?: FormFailure | undefined; preview?: string | undefined }
  | undefined
