import type { FormFailure } from '../../request-context.ts'
import type { Attachment } from '../uploads/contract.ts'

/** The fields of a post's form as typed. */
export type PostValues = {
  title: string
  content: string
  categoryId: string
  publishDate: string
  version: string
  fileAlt: string
}

/** The attachment to save: an upload's id; null removes the current one; undefined keeps it. */
export type PostFile = { file: string | null | undefined }

export type PostFormAnswer =
  | {
      values: PostValues
      /** The file that is sent with the form again. */
      attachment: Attachment | undefined
      failure?: FormFailure | undefined
      preview?: string | undefined
    }
  | undefined
