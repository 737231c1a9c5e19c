import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Container } from '../../ui/layout/container.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/new-post-page'
import { editPost } from './post-editing.ts'
import { PostForm } from './post-form.tsx'
import { inRiyadh } from './publish-date.ts'
import { UnpublishedPosts } from './unpublished-posts.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const [categories, { posts: unpublished }] = await Promise.all([
    page.api.community.categories({}),
    page.api.community.unpublished({}),
  ])
  const requestedId = Number(new URL(request.url).searchParams.get('category'))
  return {
    categories,
    unpublished,
    categoryId: String(categories.find(({ id }) => id === requestedId)?.id ?? ''),
    now: inRiyadh(page.now),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  return editPost(page, await request.formData(), undefined, ({ version: _, ...values }) =>
    page.api.community.addPost(values),
  )
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { newTitle, newLead } = textsIn(site.lang).community.form
  return pageMeta({ ...site, pathname: location.pathname, title: newTitle, description: newLead, noindex: true })
}

/** The page for a new post. */
export default function NewPostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, unpublished, categoryId, now } = loaderData
  const t = useTexts('community')
  const ui = useTexts('ui')
  const links = linksFor(useLang())
  return (
    <main id="content" tabIndex={-1}>
      <PageHead
        title={t.form.newTitle}
        lead={t.form.newLead}
        breadcrumb={[
          { label: ui.home, to: links.home },
          { label: t.title, to: links.community() },
          { label: t.form.newTitle },
        ]}
      />
      <Container>
        <UnpublishedPosts posts={unpublished} />
        <PostForm
          categories={categories}
          saved={{ title: '', content: '', categoryId, publishDate: now, version: '', fileAlt: '' }}
          attachment={undefined}
          answer={actionData}
          isPublished={false}
          isNew
          cancel={links.community()}
        />
      </Container>
    </main>
  )
}
