/** The query parameters and the action of a page with comments, for articles and posts. */
import { data, redirect } from 'react-router'
import { Problem } from '../../api/problem.ts'
import { textsIn } from '../../locales/texts.tsx'
import type { FormFailure, PageRequest } from '../../request-context.ts'
import type { Comment, OwnComments } from './contract.ts'
import { isReason, reportReason } from './report-reasons.ts'

const PAGE_SIZE = 20

/** The comment whose edit, delete or report form is open, or that is answered; a post itself can be reported, too. */
export type Open = { edit?: string; remove?: string; report?: string; reply?: string }

export function openIn(query: URLSearchParams): Open {
  const open: Open = {}
  for (const name of ['edit', 'remove', 'report', 'reply'] as const) {
    const id = query.get(name)
    if (id && /^(?:\d{1,9}|post)$/.test(id)) open[name] = id
  }
  return open
}

/** The comment whose text a form shows. */
export const openComment = ({ edit, remove }: Open) => [edit, remove].find((id) => id !== undefined && id !== 'post')

/** @property isUseful the visitor marked it */
export type ShownComment = Comment & { isUseful: boolean }

/** The comments with what the visitor may do with each. */
export function withOwnComments(comments: Comment[], own: OwnComments, open: Open): ShownComment[] {
  return comments.map((comment) => {
    const isMine = own.mine.includes(comment.id)
    const source = openComment(open) === String(comment.id) ? (own.source ?? undefined) : undefined
    const isUseful = own.useful.includes(comment.id)
    return { ...comment, isMine, isUseful, mayChange: isMine || own.mayChangeAll, source }
  })
}

/** What was typed in a form that was refused. */
export type CommentActionData =
  | { intent: string; id: string; text: string; about: string; failure: FormFailure }
  | undefined

export type CommentCalls = {
  /** @param replyTo the comment that is answered */
  add: (text: string, replyTo: string) => Promise<{ id: number; isWaiting?: boolean | undefined }>
  change: (input: { commentId: string; text: string; version: string }) => Promise<{ isWaiting?: boolean | undefined }>
  remove: (commentId: string) => Promise<unknown>
  /** Reports a comment, or the post when the id is `post`. */
  report: (id: string, reason: string) => Promise<unknown>
  /** Marks a comment as useful, or the post when the id is `post`. */
  useful: (id: string, isOn: boolean) => Promise<unknown>
  follow: (isOn: boolean) => Promise<unknown>
  /** How many comments there are. */
  count: () => Promise<number>
}

/**
 * Runs the submitted form of an article's or a post's comments and redirects to the comment it concerns.
 * @param hrefOf address of the page with this many pages of comments
 * @returns the failure with what was typed; undefined for the intent of another form
 */
export async function commentAction(
  page: PageRequest,
  form: FormData,
  calls: CommentCalls,
  hrefOf: (pages?: number) => string,
) {
  const field = (name: string) => String(form.get(name) ?? '')
  const [intent, id, text] = [field('intent'), field('id'), field('text')]
  const pages = Number(field('pages')) || undefined
  const at = (place: string, done?: string, pagesShown = pages) => {
    const address = new URL(hrefOf(pagesShown), page.publicUrl)
    if (done) address.searchParams.set('done', done)
    return redirect(`${address.pathname}${address.search}#${place}`, 303)
  }
  try {
    if (intent === 'addComment') {
      const comment = await calls.add(text, field('replyTo'))
      if (comment.isWaiting) return at('comments', 'waiting')
      const last = Math.ceil((await calls.count()) / PAGE_SIZE)
      return at(`comment-${comment.id}`, undefined, last > 1 ? last : undefined)
    }
    if (intent === 'changeComment') {
      const comment = await calls.change({ commentId: id, text, version: field('version') })
      if (comment.isWaiting) return at('comments', 'waiting')
      return at(`comment-${id}`)
    }
    if (intent === 'removeComment') {
      await calls.remove(id)
      return at('comments', 'removed')
    }
    if (intent === 'report') {
      const t = textsIn(page.lang).comments
      if (!isReason(field('about'))) {
        const failure = { ...page.describe(new Problem('validation'))!, fields: { about: [t.chooseReason] } }
        return data({ intent, id, text, about: '', failure }, { status: failure.status })
      }
      await calls.report(id, reportReason(t, field('about'), text))
      return at('comments', 'reported')
    }
    if (intent === 'useful' || intent === 'notUseful') {
      await calls.useful(id, intent === 'useful')
      return at(id === 'post' ? 'tools' : `comment-${id}`)
    }
    if (intent === 'follow' || intent === 'unfollow') {
      await calls.follow(intent === 'follow')
      return at('comments')
    }
    return undefined
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ intent, id, text, about: field('about'), failure }, { status: failure.status })
  }
}

/** The props of the comment list that depend on the address and the visitor. */
export function commentSectionData(page: PageRequest, request: Request, path: string) {
  const query = new URL(request.url).searchParams
  const pages = Number(/^\d{1,3}$/.exec(query.get('comments') ?? '')?.[0]) || undefined
  return {
    open: page.visitor ? openIn(query) : {},
    done: page.visitor ? query.get('done') : null,
    here: pages ? `${path}?comments=${pages}` : path,
    pages,
    isGuest: page.visitor === null,
  }
}
