import { data, redirect } from 'react-router'
import { articlePicture, linksFor } from '../../links.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { fallbackLang, textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Prose } from '../../ui/content/prose.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { commentAction, commentSectionData, openComment, withOwnComments } from '../comments/comment-action.ts'
import { CommentList } from '../comments/comment-list.tsx'
import { commentsShown, neighboursOf, shownPages } from '../comments/comment-pages.ts'
import { articleShareCard, versionOf } from '../discovery/share-card.ts'
import { articleData, breadcrumbs } from '../discovery/structured-data.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/article-page'
import { ArticleCard } from './article-card.tsx'
import { ArticleContents } from './article-contents.tsx'
import { ArticleFoot } from './article-foot.tsx'
import { ArticleHead } from './article-head.tsx'
import styles from './article-page.module.css'
import type { ArticleCard as ArticleCardData } from './contract.ts'

/** A shorter article needs no table of contents. */
const CONTENTS_FROM = 3

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const preview = new URL(request.url).searchParams.get('preview')
  if (preview !== null) return previewPage(page, request, preview)
  const links = linksFor(page.lang)
  const found = await articleBySlug(page, params.slug)
  if ('movedTo' in found) throw redirect(links.article(found.movedTo), 301)
  // Old links by id are redirected, too: each article has one address.
  if (found.slug !== params.slug) throw redirect(links.article(found.slug), 301)

  const { comments: first, ...article } = found
  const shown = shownPages(new URL(request.url).searchParams.get('comments'))
  const { blog } = isOut(found, page.now.toISOString()) ? page.shared : page.api
  const section = commentSectionData(page, request, links.article(found.slug))
  const [comments, own] = await Promise.all([
    commentsShown(shown, first, (PageNumber) => blog.moreComments({ ArticleId: found.id, PageNumber })),
    page.api.blog.myArticle({ id: found.id, comment: openComment(section.open) }),
  ])
  const around = neighboursOf(shown, first, (pages) => `${links.article(found.slug, pages)}#comments`)
  const sharePicture = articlePicture(page.lang, found.id, versionOf(articleShareCard(found, page.lang)))
  addStructuredData(page, found, sharePicture)
  return {
    article,
    comments: withOwnComments(comments, own.comments, section.open),
    totalComments: first.totalCount,
    ...around,
    ...section,
    isFollowed: page.visitor && isOut(found, page.now.toISOString()) ? own.isFollowed : undefined,
    now: page.now.toISOString(),
    sharePicture,
  }
}

/** The page as it will be, for whoever was given its address by staff. */
async function previewPage(page: PageRequest, request: Request, token: string) {
  const found = await orErrorPage(page.api.articleEditing.articlePreview({ token }))
  const { comments: _, ...article } = found
  const shown = {
    article,
    ...{ comments: [], totalComments: 0, more: undefined, earlier: undefined },
    ...commentSectionData(page, request, linksFor(page.lang).article(found.slug)),
    isFollowed: undefined,
    now: page.now.toISOString(),
    sharePicture: articlePicture(page.lang, found.id, versionOf(articleShareCard(found, page.lang))),
    isPreview: true,
  }
  return data(shown, { headers: { 'Cache-Control': 'private, no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const found = await articleBySlug(page, params.slug)
  if ('movedTo' in found) throw redirect('/error')
  const { comments, notifications } = page.api
  const done = await commentAction(
    page,
    await request.formData(),
    {
      add: (text, replyTo) => comments.addToArticle({ articleId: found.id, text, replyTo }),
      useful: (id, isOn) => comments[isOn ? 'markUseful' : 'unmarkUseful']({ kind: 'comment', id }),
      change: (input) => comments.changeOfArticle(input),
      remove: (commentId) => comments.removeOfArticle({ commentId }),
      report: (id, reason) => page.api.moderation.report({ kind: 'articleComment', id, reason }),
      follow: (isOn) => notifications[isOn ? 'follow' : 'unfollow']({ kind: 'article', id: found.id }),
      count: async () => (await page.api.blog.moreComments({ ArticleId: found.id, PageNumber: 1 })).totalCount,
    },
    (pages) => linksFor(page.lang).article(found.slug, pages),
  )
  if (!done) throw data(null, { status: 400 })
  return done
}

export const handle = { deferHydration: true } satisfies RouteHandle

function addStructuredData(page: PageRequest, article: ArticleCardData, image: string) {
  const links = linksFor(page.lang)
  const t = textsIn(page.lang)
  const { title, summary, category, tags, publishedAt, updatedAt, commentsCount } = article
  const path = links.article(article.slug)
  const author = article.author.name ?? t.writing.formerMember
  page.structuredData.push(
    breadcrumbs(
      page,
      { name: t.blog.title, path: links.blog() },
      { name: category.name, path: links.blog({ category: category.id }) },
      { name: title, path },
    ),
  )
  if (isOut({ publishedAt }, page.now.toISOString()))
    page.structuredData.push(
      articleData(page, {
        title,
        summary,
        path,
        image,
        author,
        category: category.name,
        tags: tags.map(({ name }) => name),
        publishedAt: publishedAt!,
        updatedAt,
        commentsCount,
      }),
    )
}

/** Otherwise a draft or scheduled, and visible to staff only. */
const isOut = ({ publishedAt }: Pick<ArticleCardData, 'publishedAt'>, now: string) =>
  publishedAt !== undefined && publishedAt <= now

/** What only staff see is asked for in their name. */
function articleBySlug({ api, shared, visitor }: PageRequest, slug: string) {
  return orErrorPage(
    shared.blog
      .articleById({ id: slug })
      .catch((error) => (visitor ? api.blog.articleById({ id: slug }) : Promise.reject(error))),
  )
}

async function orErrorPage<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isRefused(error)) throw redirect('/error')
    throw error
  }
}

/** Unknown or not a valid slug; any other error is unexpected. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'articleNotFound' || error.code === 'validation')

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  if (!loaderData) return []
  const { seo, publishedAt, updatedAt, category } = loaderData.article
  return [
    ...pageMeta({
      ...siteOf(matches),
      pathname: location.pathname,
      title: seo.metaTitle,
      description: seo.metaDescription,
      keywords: seo.keywords,
      image: loaderData.sharePicture,
      article: true,
      noindex: 'isPreview' in loaderData || !isOut(loaderData.article, loaderData.now),
    }),
    ...(publishedAt ? [{ property: 'article:published_time', content: publishedAt }] : []),
    { property: 'article:modified_time', content: updatedAt },
    { property: 'article:section', content: category.name },
  ]
}

export default function ArticlePage({ loaderData, actionData }: Route.ComponentProps) {
  const { article } = loaderData
  const lang = useLang()
  const t = useTexts('blog')
  const isPreview = 'isPreview' in loaderData
  const published = isOut(article, loaderData.now) && !isPreview
  const hasContents = article.contents.length >= CONTENTS_FROM
  return (
    <main id="content" tabIndex={-1}>
      {!published && !isPreview && <StaffNotice publishedAt={article.publishedAt} />}
      <article>
        <ArticleHead article={article} />
        <Container>
          <div className={styles.columns} data-contents={hasContents || undefined}>
            {hasContents && <ArticleContents contents={article.contents} />}
            <div className={styles.text}>
              <Prose html={article.body} {...fallbackLang(article.title, lang)} />
              <ArticleFoot article={article} />
              {published && <CommentList {...loaderData} totalCount={loaderData.totalComments} answer={actionData} />}
            </div>
          </div>
        </Container>
      </article>
      {article.related.length > 0 && (
        <div className={styles.related}>
          <Section tone="sand" title={t.related}>
            <ul className={styles.grid}>
              {article.related.map((other) => (
                <li key={other.id}>
                  <ArticleCard article={other} />
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </main>
  )
}

/** Tells staff why the article is not public. */
function StaffNotice({ publishedAt }: Pick<ArticleCardData, 'publishedAt'>) {
  const lang = useLang()
  const t = useTexts('blog')
  return (
    <Container>
      <div className={styles.notice}>
        {publishedAt === undefined ? (
          <Alert kind="warning" title={t.draft}>
            {t.draftNotice}
          </Alert>
        ) : (
          <Alert kind="info" title={t.scheduled}>
            {t.scheduledNotice(formatDay(publishedAt, lang), formatTime(publishedAt, lang))}
          </Alert>
        )}
      </div>
    </Container>
  )
}
