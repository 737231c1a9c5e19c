/** Views of the desk's lists: everybody's own, and those that Owners and Admins share. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { savedViewsEndpoints } from './contract.ts'
import {
  countViews,
  deleteView as deleteRow,
  findViews,
  insertView,
  renameView,
  setDefault,
  shareView,
  type ViewRow,
} from './queries.server.ts'
import { VIEW_LISTS, type ViewList, viewQuery } from './view-lists.ts'

type Calls = typeof savedViewsEndpoints

/** More of one list are no help any more. */
const MAX_VIEWS = 50

export const savedViewsOperations: Operations<Calls> = { savedViews, saveView, changeView, deleteView }

const mayShare = (ctx: Context) => hasRight(ctx.user, 'views.share')
const mayOpen = (ctx: Context, list: ViewList) => hasRight(ctx.user, VIEW_LISTS[list])

function viewsOf(ctx: Context): Promise<ViewRow[]> {
  const lists = (Object.keys(VIEW_LISTS) as ViewList[]).filter((list) => mayOpen(ctx, list))
  return findViews(ctx.db, requireUser(ctx).id, lists)
}

async function savedViews(ctx: Context) {
  return { views: await viewsOf(ctx), mayShare: mayShare(ctx) }
}

async function saveView(ctx: Context, { list, name, query, isShared = false }: Input<Calls['saveView']>) {
  if (!mayOpen(ctx, list) || (isShared && !mayShare(ctx))) throw new Problem('forbidden')
  const { id: userId } = requireUser(ctx)
  const view = { userId, list, name, query: viewQuery(query), isShared, at: ctx.now() }
  const id = await insertView(ctx.db, view, MAX_VIEWS)
  if (id !== undefined) return { id }
  if ((await countViews(ctx.db, userId, list)) < MAX_VIEWS) throw new Problem('nameTaken')
  throw new Problem('tooManyViews', { most: MAX_VIEWS })
}

/** A view that the caller sees; what is another's is not found. */
async function requireView(ctx: Context, id: number): Promise<ViewRow> {
  const found = (await viewsOf(ctx)).find((view) => view.id === id)
  if (!found) throw new Problem('notFound')
  return found
}

/** Everybody chooses their own default; what others see is changed by its owner, or by those who may share. */
async function changeView(ctx: Context, { id, name, isShared, isDefault }: Input<Calls['changeView']>) {
  const view = await requireView(ctx, id)
  const mayChange = view.isShared || isShared ? mayShare(ctx) : view.isOwn
  if ((name !== undefined || isShared !== undefined) && !mayChange) throw new Problem('forbidden')
  await ctx.db.transaction().execute(async (tx) => {
    if (name !== undefined && !(await renameView(tx, id, name))) throw new Problem('nameTaken')
    if (isShared !== undefined) await shareView(tx, id, isShared)
    if (isDefault !== undefined) await setDefault(tx, { userId: requireUser(ctx).id, list: view.list, id }, isDefault)
  })
  return {}
}

async function deleteView(ctx: Context, { id }: Input<Calls['deleteView']>) {
  const view = await requireView(ctx, id)
  if (!view.isOwn && !mayShare(ctx)) throw new Problem('forbidden')
  await deleteRow(ctx.db, id)
  return {}
}
