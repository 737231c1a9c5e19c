import type { FormFailure } from '../../request-context.ts'
import type { Attachment } from '../uploads/contract.ts'

/** The fields of a post's form as they are typed. */
export type PostValues = {
  title: string
  content: string
  categoryId: string
  publishDate: string
  version: string
  fileAlt: string
}

/** What the form's file becomes: an upload's id; null takes away the one that is there; undefined leaves all as it is. */
export type PostFile = { file: string | null | undefined }

export type PostFormAnswer =
  | {
      values: PostValues
      /** The file that goes with the form when it is sent again. */
      attachment: Attachment | undefined
      failure?: FormFailure | undefined
      preview?: string | undefined
    }
  | undefined
