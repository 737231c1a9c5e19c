import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { addressOf } from '../../../desk/use-views.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { SavedView } from '../contract.ts'
import { VIEW_LISTS, type ViewList } from '../view-lists.ts'
import styles from './views-page.module.css'

export const loader = deskLoader(({ api }) => api.savedViews.savedViews({}))

const change =
  (field: 'name' | 'isShared' | 'isDefault'): Intents[string] =>
  async ({ api, lang }, form) => {
    const id = Number(form.get('id'))
    await api.savedViews.changeView({ id, [field]: String(form.get(field) ?? '') } as { id: number })
    return { to: deskLink(lang, 'views') }
  }

export const action = deskAction({
  save: async ({ api, lang }, form) => {
    const [list, name] = [String(form.get('list')) as ViewList, String(form.get('name') ?? '')]
    const query = queryIn(form)
    await api.savedViews.saveView({ list, name, query, isShared: form.has('isShared') })
    return { to: deskLink(lang, list, addressOf({ query })) }
  },
  rename: change('name'),
  share: change('isShared'),
  default: change('isDefault'),
  delete: async ({ api, lang }, form) => {
    await api.savedViews.deleteView({ id: Number(form.get('id')) })
    return { to: deskLink(lang, 'views') }
  },
})

function queryIn(form: FormData): Record<string, string> {
  try {
    return JSON.parse(String(form.get('query'))) as Record<string, string>
  } catch {
    return {}
  }
}

export const meta = deskMeta('frame', (t) => t.views.title)

const INTENTS = ['save', 'rename', 'share', 'default', 'delete']

/** Where the views of all lists are renamed, shared, deleted, and made the ones in which lists open. */
export default function ViewsPage() {
  const { views: t, entries } = useDeskTexts('frame')
  const { views, mayShare } = useLoaderData<typeof loader>()
  const answer = useDeskAnswer()
  const failure = INTENTS.map((intent) => answer.failureOf(intent)).find(Boolean)
  const typed = answer.typedIn('save')
  const lists = (Object.keys(VIEW_LISTS) as ViewList[]).filter((list) => views.some((view) => view.list === list))
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {failure ? (
        <Alert kind="error">
          {[failure.message, ...Object.values(failure.fields).flat()].filter(Boolean).join(' ')}
        </Alert>
      ) : null}
      {/* A name that could not be kept is typed anew; the filters are still there. */}
      {typed.list ? (
        <Form method="post">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="list" value={typed.list} />
          <input type="hidden" name="query" value={typed.query} />
          <FieldRow width="search">
            <TextField name="name" label={t.name} defaultValue={typed.name} required maxLength={60} dir="auto" />
            <FieldRowControl>
              <SubmitButton>{t.save}</SubmitButton>
            </FieldRowControl>
          </FieldRow>
        </Form>
      ) : null}
      {views.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : null}
      {lists.map((list) => (
        <Panel key={list} title={entries[list]}>
          <ul className={styles.views}>
            {views
              .filter((view) => view.list === list)
              .map((view) => (
                <View key={view.id} view={view} mayShare={mayShare} />
              ))}
          </ul>
        </Panel>
      ))}
    </>
  )
}

function View({ view, mayShare }: { view: SavedView; mayShare: boolean }) {
  const t = useDeskTexts('frame').views
  const lang = useLang()
  const { id, name, list, isShared, isOwn, isDefault } = view
  const mayChange = isShared ? mayShare : isOwn
  return (
    <li>
      <p>
        <Link to={deskLink(lang, list, addressOf(view))}>
          <bdi>{name}</bdi>
        </Link>{' '}
        {isShared ? <Badge tone="sand">{t.shared}</Badge> : null}{' '}
        {isDefault ? <Badge tone="mint">{t.isDefault}</Badge> : null}
      </p>
      {mayChange ? (
        <Form method="post">
          <input type="hidden" name="intent" value="rename" />
          <input type="hidden" name="id" value={id} />
          <FieldRow width="search">
            <TextField
              id={`name-${id}`}
              name="name"
              label={t.name}
              defaultValue={name}
              required
              maxLength={60}
              dir="auto"
            />
            <FieldRowControl>
              <SubmitButton variant="quiet" size="small">
                {t.rename}
              </SubmitButton>
            </FieldRowControl>
          </FieldRow>
        </Form>
      ) : null}
      <div className={styles.buttons}>
        <Change view={view} intent="default" field="isDefault" value={!isDefault}>
          {isDefault ? t.noDefault : t.makeDefault}
        </Change>
        {mayShare ? (
          <Change view={view} intent="share" field="isShared" value={!isShared}>
            {isShared ? t.unshare : t.share}
          </Change>
        ) : null}
        {isOwn || mayShare ? (
          <Change view={view} intent="delete">
            {t.delete}
          </Change>
        ) : null}
      </div>
    </li>
  )
}

type Changed = { view: SavedView; intent: string; field?: string; value?: boolean; children: string }

function Change({ view: { id, name }, intent, field, value, children }: Changed) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      {field ? <input type="hidden" name={field} value={String(value)} /> : null}
      <SubmitButton variant="quiet" size="small" aria-label={`${children}: ${name}`}>
        {children}
      </SubmitButton>
    </Form>
  )
}
