import { Form, useLoaderData, useSearchParams } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { publishDraftOrOpen, useDraftConflicts } from '../../../desk/record/draft-conflicts.ts'
import { DraftNotice } from '../../../desk/record/draft-notice.tsx'
import { draftSaid, saysDraft } from '../../../desk/record/draft-said.ts'
import { errorsOf, labelsInLanguages, labelsOf } from '../../../desk/record/field-labels.ts'
import { publishTimeIn } from '../../../desk/record/publish-time.ts'
import styles from '../../../desk/record/record.module.css'
import { ShownDraft } from '../../../desk/record/shown-draft.tsx'
import { StateBadge } from '../../../desk/record/state-badge.tsx'
import { ArabicNotes, useCleanPaste } from '../../../desk/record/writing-help.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { FromLibrary, PictureField } from '../../../desk/ui/picture-field.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { valueInLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { CoverPicture } from '../../pictures/cover-picture.tsx'
import { COVER_SHAPE } from '../../pictures/crop.ts'
import type { EditedArticle } from '../desk-contract.ts'
import { ArticleActions } from './article-actions.tsx'
import { ArticleFields } from './article-fields.tsx'
import { changesOf, formOf, textOf } from './article-form.ts'

/** The newest steps of the history; the page of differences has the others. */
const HISTORY_STEPS = 20

export const loader = deskLoader(async ({ api, publicUrl }, { request, params }) => {
  const id = Number(params.id)
  const { history: cursor } = queryOf(request)
  const [article, choices, history] = await Promise.all([
    api.articleEditing.editedArticle({ id }),
    api.articleEditing.articleChoices({}),
    api.articleEditing.articleRevisions({ id, cursor, limit: HISTORY_STEPS }),
  ])
  return { article, choices, history, publicUrl }
})

const changed = ({ api }: PageRequest, form: FormData) =>
  changesOf(form, async (names) => (await api.articleEditing.tagsByName({ names })).keys)

const stay = ({ lang }: PageRequest, id: number, said = 'done') => ({ to: deskLink(lang, `articles/${id}`, { said }) })

/** Intents that take nothing but the article. */
const PLAIN = {
  publish: 'publishArticle',
  unpublish: 'unpublishArticle',
  archive: 'archiveArticle',
  unarchive: 'unarchiveArticle',
  discardDraft: 'discardArticleDraft',
} as const

const plainIntents: Intents = Object.fromEntries(
  Object.entries(PLAIN).map(([intent, call]) => [
    intent,
    async (page, _, { params }) => {
      await page.api.articleEditing[call]({ id: Number(params.id) })
      return stay(page, Number(params.id))
    },
  ]),
)

export const action = deskAction({
  ...plainIntents,
  publishDraft: (page, _, { params }) => {
    const id = Number(params.id)
    return publishDraftOrOpen(page, `articles/${id}`, () => page.api.articleEditing.publishArticleDraft({ id }))
  },
  save: async (page, form, { params }) => {
    const id = Number(params.id)
    const { draftVersion: usedDraft } = fieldsOf(form, 'draftVersion')
    await page.api.articleEditing.editArticle({ id, ...(await changed(page, form)), usedDraft })
    return stay(page, id, 'saved')
  },
  draft: async (page, form, { params }) => {
    const id = Number(params.id)
    const { draftVersion } = fieldsOf(form, 'draftVersion')
    const saved = await page.api.articleEditing.saveArticleDraft({ id, ...(await changed(page, form)), draftVersion })
    return { to: deskLink(page.lang, `articles/${id}`, { draft: '1', said: draftSaid(saved) }) }
  },
  restoreDraft: async (page, _, { params }) => {
    const saved = await page.api.articleEditing.restoreArticleDraft({ id: Number(params.id) })
    return { to: deskLink(page.lang, `articles/${params.id}`, { draft: '1', said: draftSaid(saved) }) }
  },
  cover: async (page, form, { params }) => {
    const id = Number(params.id)
    const { x, y, size } = fieldsOf(form, 'x', 'y', 'size')
    await page.api.articleEditing.setArticleCover({ id, file: form.get('file') as File, x, y, size })
    return stay(page, id, 'saved')
  },
  schedule: async (page, form, { params }) => {
    await page.api.articleEditing.publishArticle({ id: Number(params.id), at: publishTimeIn(form) })
    return stay(page, Number(params.id))
  },
  scheduleDraft: async (page, form, { params }) => {
    await page.api.articleEditing.scheduleArticleDraft({ id: Number(params.id), at: publishTimeIn(form) })
    return stay(page, Number(params.id))
  },
  unscheduleDraft: async (page, _, { params }) => {
    await page.api.articleEditing.scheduleArticleDraft({ id: Number(params.id) })
    return stay(page, Number(params.id))
  },
  undo: async (page, form, { params }) => {
    await page.api.articleEditing.undoArticle({ id: Number(params.id), version: Number(form.get('version')) })
    return stay(page, Number(params.id))
  },
  confirm: async (page, form, { params }) => {
    const confirmed = { version: Number(form.get('version')), paths: form.getAll('path').map(String) }
    await page.api.articleEditing.confirmArticleEnglish({ id: Number(params.id), ...confirmed })
    return stay(page, Number(params.id))
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'articles', { article: EditedArticle }>('articles', (t, data, lang) =>
  data ? valueInLang(data.article.values, 'title', lang) : t.title,
)

/** An article with everything that is edited of it, and what can be done with it. */
export default function ArticleDeskPage() {
  const { article, choices, history, publicUrl } = useLoaderData<typeof loader>()
  const t = useDeskTexts('articles')
  const lang = useLang()
  const [query] = useSearchParams()
  const { failureOf, typedIn } = useDeskAnswer()
  useCleanPaste('edit')
  const { values, draft, may } = article
  const isDraft = query.has('draft') && draft !== null
  const failed = failureOf('draft') ? 'draft' : 'save'
  const refused = failureOf(failed)
  const behind = useDraftConflicts(isDraft ? draft : undefined, values)
  const failure = refused ?? behind
  const text = (value: unknown) => textOf(value, choices.tags, lang)
  // After a conflict the next save is made from what is saved now, which the page shows beside what was typed.
  const theirs = Object.entries(failure?.conflicts ?? {}).map(([name, conflict]) => [name, text(conflict.theirs)])
  const original: Record<string, string> = { ...formOf(values, choices.tags, lang), ...Object.fromEntries(theirs) }
  const drafted = Object.entries(isDraft ? draft.changes : {}).map(([name, { to }]) => [name, text(to)])
  const shown = { ...original, ...Object.fromEntries(drafted) }
  const texts = { ...shown, ...(refused ? typedIn(failed) : {}) }
  const errors = errorsOf(failure?.fields)
  const said = query.get('said')
  const title = valueInLang(values, 'title', lang)
  return (
    <>
      <DeskHead
        title={title}
        above={{ title: t.title, path: 'articles' }}
        badge={<StateBadge state={article.state} names={t.states} />}
      />
      {said && t.said[said] && (article.draft || !saysDraft(said)) ? <DoneAlert>{t.said[said]}</DoneAlert> : null}
      <DraftNotice
        record={article}
        path={`articles/${article.id}`}
        t={t}
        isShown={isDraft}
        mayChange={article.may.change}
      />
      <RecordSides aside={<ArticleActions article={article} history={history} />}>
        <FormErrors
          failure={failure && { ...failure, fields: errors }}
          labels={{
            ...labelsInLanguages(t, Object.keys(failure?.conflicts ?? {})),
            ...labelsOf(t, Object.keys(errors)),
          }}
        />
        <EditForm
          record={`article:${article.id}${isDraft ? ':draft' : ''}`}
          version={article.version}
          isReadOnly={!may.change}
          original={original}
          shown={shown}
          draftVersion={isDraft ? draft.version : undefined}
          actions={
            <Button type="submit" name="intent" value="draft" variant="quiet">
              {t.saveDraft}
            </Button>
          }
        >
          <ShownDraft draft={draft} isShown={isDraft} typed={refused && typedIn(failed)} />
          <ArticleFields {...{ texts, article, errors, failure, choices, publicUrl }} />
          <ArabicNotes formId="edit" />
        </EditForm>
        <CoverPanel article={article} />
      </RecordSides>
    </>
  )
}

function CoverPanel({ article: { id, values, may } }: { article: EditedArticle }) {
  const t = useDeskTexts('articles')
  const failure = useDeskAnswer().failureOf('cover')
  const { cover } = values
  return (
    <Panel title={t.parts.cover}>
      <div className={styles.part}>
        {cover ? (
          <CoverPicture src={cover} alt={values['coverAlt.ar'] ?? ''} sizes="20rem" className={styles.cover} />
        ) : null}
        {may.change ? (
          <Form method="post" encType="multipart/form-data" noValidate className={styles.form}>
            <FormErrors failure={failure} labels={labelsOf(t, ['file'])} ids={{ file: 'cover-file' }} />
            <PictureField
              key={cover}
              id="cover-file"
              label={t.cover}
              hint={t.coverHint}
              shape={COVER_SHAPE}
              errors={failure?.fields.file}
            />
            <div className={styles.actions}>
              <SubmitButton name="intent" value="cover" variant="quiet">
                {t.setCover}
              </SubmitButton>
              <FromLibrary path={`articles/${id}`} />
            </div>
          </Form>
        ) : null}
      </div>
    </Panel>
  )
}
