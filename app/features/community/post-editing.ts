/** The form action that the pages for a new post and for an edited one share. */
import { data, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import type { PageRequest } from '../../request-context.ts'
import type { Attachment } from '../uploads/contract.ts'
import type { PostFile, PostFormAnswer, PostValues } from './post-values.ts'

const FIELDS = ['title', 'content', 'categoryId', 'publishDate', 'version', 'fileAlt'] as const

/**
 * Shows a preview, or saves and redirects to the post. A sent file is uploaded first, so that the form has it when it
 * is shown again with errors.
 * @param before the post's current attachment
 */
export async function editPost(
  page: PageRequest,
  form: FormData,
  before: Attachment | undefined,
  save: (values: PostValues & PostFile) => Promise<{ id: number }>,
) {
  const values = Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '')])) as PostValues
  let attachment: Attachment | undefined
  try {
    attachment = await attached(page, form, before)
    if (form.get('intent') === 'preview') {
      const { html } = await page.api.community.preview({ content: values.content })
      return answer({ values, attachment, preview: html })
    }
    const { id } = await save({ ...values, file: attachment?.id ?? (before ? null : undefined) })
    return redirect(linksFor(page.lang).post(id), 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return answer({ values, attachment, failure }, failure.status)
  }
}

/** A new file takes precedence over a pending upload, which takes precedence over the post's current attachment. */
async function attached({ api, files }: PageRequest, form: FormData, before: Attachment | undefined) {
  const sent = files.get('file')
  if (sent) return api.uploads.upload({ file: sent })
  const id = form.get('upload')
  if (form.get('removeFile') || typeof id !== 'string' || id === '') return undefined
  return id === before?.id ? before : api.uploads.waiting({ id }).catch(() => undefined)
}

const answer = (one: NonNullable<PostFormAnswer>, status = 200) => data(one, { status })
