import { data, Link, redirect } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { textLanguage } from '../../locales/text-language.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf, type RouteHandle } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Prose } from '../../ui/content/prose.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Breadcrumb } from '../../ui/navigation/breadcrumb.tsx'
import { ShareLinks } from '../../ui/navigation/share-links.tsx'
import { AuthorLine } from '../authors/author-line.tsx'
import { commentAction, commentSectionData, openComment, withOwnComments } from '../comments/comment-action.ts'
import { CommentList } from '../comments/comment-list.tsx'
import { commentsShown, neighboursOf, shownPages } from '../comments/comment-pages.ts'
import { breadcrumbs, postData } from '../discovery/structured-data.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import { AttachmentView } from '../uploads/attachment-view.tsx'
import type { Route } from './+types/post-page'
import type { Post } from './contract.ts'
import { GuestPrompt } from './guest-prompt.tsx'
import { postById } from './post-by-id.ts'
import styles from './post-page.module.css'
import { PostTools } from './post-tools.tsx'
import { TrendingPosts } from './trending-posts.tsx'
import { writingLinksFor } from './writing-links.ts'

/** One more than is shown, because one of them may be the post itself. */
const TRENDING = 4

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const links = linksFor(page.lang)
  const found = await postById(page, params.id)
  if (params.id !== String(found.id)) throw redirect(links.post(found.id), 301)
  const { comments: first, ...post } = found
  addStructuredData(page, post)
  const shown = shownPages(new URL(request.url).searchParams.get('comments'))
  const { community } = isOut(post, page.now) ? page.shared : page.api
  const section = commentSectionData(page, request, links.post(found.id))
  const [comments, own, trending] = await Promise.all([
    commentsShown(shown, first, (PageNumber) => community.moreComments({ PostId: found.id, PageNumber })),
    page.api.community.myPost({ id: found.id, comment: openComment(section.open) }),
    page.shared.community.trendingPosts({ count: TRENDING }),
  ])
  return {
    post: { ...post, isMine: own.isMine, isUseful: own.isUseful, mayChange: own.mayChange },
    comments: withOwnComments(comments, own.comments, section.open),
    totalComments: first.totalCount,
    ...neighboursOf(shown, first, (pages) => `${links.post(found.id, pages)}#comments`),
    trending: trending.filter(({ id }) => id !== found.id).slice(0, TRENDING - 1),
    ...section,
    isFollowed: page.visitor && isOut(post, page.now) ? own.isFollowed : undefined,
    now: page.now.toISOString(),
    publicUrl: page.publicUrl,
  }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const links = linksFor(page.lang)
  const { id } = await postById(page, params.id)
  const { comments, community, moderation, notifications } = page.api
  const form = await request.formData()
  if (form.get('intent') === 'removePost') {
    await community.removePost({ id })
    return redirect(writingLinksFor(page.lang).postRemoved(id), 303)
  }
  const done = await commentAction(
    page,
    form,
    {
      add: (text, replyTo) => comments.addToPost({ postId: id, text, replyTo }),
      useful: (of, isOn) =>
        comments[isOn ? 'markUseful' : 'unmarkUseful'](
          of === 'post' ? { kind: 'post', id } : { kind: 'comment', id: of },
        ),
      change: (input) => comments.changeOfPost(input),
      remove: (commentId) => comments.removeOfPost({ commentId }),
      report: (of, reason) =>
        of === 'post'
          ? moderation.report({ kind: 'post', id, reason })
          : moderation.report({ kind: 'postComment', id: of, reason }),
      follow: (isOn) => notifications[isOn ? 'follow' : 'unfollow']({ kind: 'post', id }),
      count: async () => (await community.moreComments({ PostId: id, PageNumber: 1 })).totalCount,
    },
    (pages) => links.post(id, pages),
  )
  if (!done) throw data(null, { status: 400 })
  return done
}

/** Otherwise held, hidden or scheduled, and visible to its author and to staff only. */
const isOut = ({ state, publishDate }: Pick<Post, 'state' | 'publishDate'>, now: Date) =>
  state === 'shown' && publishDate <= now.toISOString()

export const handle = { deferHydration: true } satisfies RouteHandle

function addStructuredData(
  page: PageRequest,
  { id, title, excerpt, category, author, ...post }: Omit<Post, 'comments'>,
) {
  const links = linksFor(page.lang)
  const t = textsIn(page.lang)
  const path = links.post(id)
  page.structuredData.push(
    breadcrumbs(
      page,
      { name: t.community.title, path: links.community() },
      { name: category.name, path: links.community({ category: category.id }) },
      { name: title, path },
    ),
    postData(page, {
      title,
      text: excerpt,
      path,
      author: author.name ?? t.writing.formerMember,
      publishedAt: post.publishDate,
      commentsCount: post.commentsCount,
      image: post.attachment?.kind === 'image' ? post.attachment.address : undefined,
    }),
  )
}

/** As many complete words as a search engine shows. */
function firstWords(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160).replace(/\s+\S*$/, '')}…`
}

export function meta({ loaderData, matches, location }: Route.MetaArgs) {
  if (!loaderData) return []
  const { title, excerpt, state } = loaderData.post
  return pageMeta({
    ...siteOf(matches),
    pathname: location.pathname,
    title,
    description: firstWords(excerpt),
    article: true,
    noindex: state !== 'shown',
  })
}

export default function PostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { post, trending, isGuest, now, publicUrl } = loaderData
  const lang = useLang()
  const t = useTexts('community')
  const ui = useTexts('ui')
  const links = linksFor(lang)
  return (
    <main id="content" tabIndex={-1}>
      <Container>
        <div className={styles.columns}>
          <article className={styles.post}>
            <Breadcrumb
              steps={[
                { label: ui.home, to: links.home },
                { label: t.title, to: links.community() },
                { label: post.category.name, to: links.community({ category: post.category.id }) },
              ]}
            />
            <PostNotice post={post} now={now} />
            <h1 className={styles.title} {...textLanguage(post.title, lang)}>
              {keepSigns(post.title)}
            </h1>
            <div className={styles.author}>
              <AuthorLine author={post.author} size={48}>
                <span className={styles.facts}>
                  {post.publishDate <= now && (
                    <time dateTime={post.publishDate}>{t.published(formatDay(post.publishDate, lang))}</time>
                  )}
                  {post.editedAt && <time dateTime={post.editedAt}>{t.edited(formatDay(post.editedAt, lang))}</time>}
                </span>
              </AuthorLine>
            </div>
            <Prose html={post.content} {...textLanguage(post.excerpt, lang)} />
            {post.attachment && <AttachmentView attachment={post.attachment} title={post.title} />}
            <footer className={styles.foot}>
              <ShareLinks address={new URL(links.post(post.id), publicUrl).href} title={post.title} />
              {post.author.name && (
                <Link to={links.community({ author: post.author.id })}>{t.moreBy(post.author.name)}</Link>
              )}
            </footer>
            <PostTools {...loaderData} answer={actionData} />
            <CommentList {...loaderData} totalCount={loaderData.totalComments} answer={actionData} />
          </article>
          <aside className={styles.aside}>
            {isGuest && <GuestPrompt returnTo={links.post(post.id)} />}
            <TrendingPosts posts={trending} />
          </aside>
        </div>
      </Container>
    </main>
  )
}

/** Tells the author and staff why the post is not public. */
function PostNotice({ post, now }: { post: Pick<Post, 'state' | 'publishDate' | 'isMine'>; now: string }) {
  const lang = useLang()
  const t = useTexts('community')
  const all = <Link to={writingLinksFor(lang).unpublished}>{t.unpublished.all}</Link>
  if (post.state !== 'shown')
    return (
      <Alert kind="warning">
        {t.states[post.state]} {post.isMine ? all : null}
      </Alert>
    )
  if (post.publishDate > now)
    return (
      <Alert kind="info">
        {t.scheduled(formatDay(post.publishDate, lang), formatTime(post.publishDate, lang))} {post.isMine ? all : null}
      </Alert>
    )
  return null
}
