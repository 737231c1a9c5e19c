import { redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Container } from '../../ui/layout/container.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/edit-post-page'
import { ownPostById } from './post-by-id.ts'
import { editPost } from './post-editing.ts'
import { PostForm } from './post-form.tsx'
import { inRiyadh } from './publish-date.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const [post, categories] = await Promise.all([ownPostById(page, params.id), page.api.community.categories({})])
  if (!post.mayChange) throw redirect(linksFor(page.lang).post(post.id))
  return {
    categories,
    id: post.id,
    attachment: post.attachment,
    isPublished: new Date(post.publishDate) <= page.now,
    saved: {
      title: post.title,
      content: post.source ?? '',
      categoryId: String(post.category.id),
      publishDate: inRiyadh(post.publishDate),
      version: String(post.version),
      fileAlt: post.attachment?.alt ?? '',
    },
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const { id, attachment } = await ownPostById(page, params.id)
  return editPost(page, await request.formData(), attachment, (values) =>
    page.api.community.changePost({ id, ...values }),
  )
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { editTitle, newLead } = textsIn(site.lang).community.form
  return pageMeta({ ...site, pathname: location.pathname, title: editTitle, description: newLead, noindex: true })
}

/** The page that edits a post. */
export default function EditPostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, id, saved, attachment, isPublished } = loaderData
  const t = useTexts('community')
  const ui = useTexts('ui')
  const links = linksFor(useLang())
  const isOutdated = actionData?.failure?.code === 'changedMeanwhile'
  return (
    <main id="content" tabIndex={-1}>
      <PageHead
        title={t.form.editTitle}
        breadcrumb={[
          { label: ui.home, to: links.home },
          { label: t.title, to: links.community() },
          { label: saved.title, to: links.post(id) },
          { label: t.form.editTitle },
        ]}
      />
      <Container>
        <PostForm
          categories={categories}
          saved={saved}
          attachment={attachment}
          answer={actionData}
          newer={isOutdated ? saved.content : undefined}
          isPublished={isPublished}
          isNew={false}
          cancel={links.post(id)}
        />
      </Container>
    </main>
  )
}
