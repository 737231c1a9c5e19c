/** What the pages for a new post and for a change of one have in common. */
import { data, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import type { PageRequest } from '../../request-context.ts'
import type { PostFormAnswer, PostValues } from './post-values.ts'

const FIELDS = ['title', 'content', 'categoryId', 'publishDate', 'version'] as const

/** Shows a preview, or saves and leads to the post. */
export async function editPost(
  page: PageRequest,
  form: FormData,
  save: (values: PostValues) => Promise<{ id: number }>,
) {
  const values = Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '')])) as PostValues
  try {
    if (form.get('intent') === 'preview') {
      const { html } = await page.api.community.preview({ content: values.content })
      return answer({ values, preview: html })
    }
    const { id } = await save(values)
    return redirect(linksFor(page.lang).post(id), 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return answer({ values, failure }, failure.status)
  }
}

const answer = (one: NonNullable<PostFormAnswer>, status = 200) => data(one, { status })
