import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import styles from './moderation-page.module.css'
import { ModerationParts } from './moderation-parts.tsx'

const PATH = 'moderation/appeals'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  return { query, list: await api.moderation.appeals(pageAsked(query)) }
})

const decide =
  (outcome: 'upheld' | 'reversed') =>
  async ({ api, lang }: PageRequest, form: FormData) => {
    const [id, answer] = ['id', 'answer'].map((name) => String(form.get(name) ?? ''))
    await api.moderation.decideAppeal({ id: id!, outcome, answer })
    return { to: deskLink(lang, PATH, { done: outcome }) }
  }

export const action = deskAction({ upheld: decide('upheld'), reversed: decide('reversed') })

export const meta = deskMeta('people', (t) => t.moderation.appeals)

type Appeal = Awaited<ReturnType<typeof loader>>['list']['items'][number]

export default function AppealsPage() {
  const t = useDeskTexts('people').moderation
  const { query, list } = useLoaderData<typeof loader>()
  const said = query.done === undefined ? undefined : t.done[query.done]
  return (
    <>
      <DeskHead title={t.appeals} lead={t.appealsLead} above={{ title: t.title, path: 'moderation' }} />
      <ModerationParts current="appeals" />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {list.items.length === 0 ? (
        <EmptyState title={t.noAppeals} body={t.noAppealsBody} />
      ) : (
        <>
          <div className={styles.cases}>
            {list.items.map((appeal) => (
              <OneAppeal key={appeal.id} appeal={appeal} />
            ))}
          </div>
          <RecordListFoot
            path={PATH}
            query={query}
            total={list.totalCount}
            isCapped={list.totalIsCapped}
            next={nextPage(list)}
          />
        </>
      )}
    </>
  )
}

function OneAppeal({ appeal }: { appeal: Appeal }) {
  const t = useDeskTexts('people').moderation
  const { failureOf, typedIn } = useDeskAnswer()
  const { id, kind, author, authorId, bannedUntil, decidedBy } = appeal
  const intent = (['upheld', 'reversed'] as const).find((one) => typedIn(one).id === String(id))
  return (
    <Panel
      title={
        <>
          {t.kinds[kind]} · <bdi>{author ?? t.former}</bdi>
        </>
      }
    >
      <div className={styles.sides}>
        <div className={styles.written}>
          <p dir="auto" className={styles.text}>
            {appeal.text}
          </p>
          <Facts
            facts={[
              [t.decided, t.decisions[appeal.decision]],
              [t.reason, appeal.reason ? <bdi key="reason">{appeal.reason}</bdi> : null],
              [t.decidedBy, decidedBy ? <bdi key="by">{decidedBy}</bdi> : null],
              [t.decidedAt, <Moment key="decided" iso={appeal.decidedAt} />],
              [t.until, bannedUntil && appeal.decision === 'ban' ? <Moment key="until" iso={bannedUntil} /> : null],
              [t.appealedAt, <Moment key="appealed" iso={appeal.appealedAt} />],
              [t.history, authorId === null ? null : <AuthorHistory key="history" author={authorId} />],
            ]}
          />
          <h3>{t.appeal}</h3>
          <p dir="auto" className={styles.text} data-voice="author">
            {appeal.appeal}
          </p>
        </div>
        {appeal.mayDecide ? (
          <KeptForm name={`appeal-${id}`} className={styles.decide} preventScrollReset>
            <FormErrors
              failure={intent && failureOf(intent)}
              labels={{ answer: t.answer }}
              ids={{ answer: `answer-${id}` }}
            />
            <input type="hidden" name="id" value={id} />
            <TextAreaField name="answer" id={`answer-${id}`} label={t.answer} hint={t.answerHint} rows={3} />
            <div className={styles.buttons}>
              <Button type="submit" name="intent" value="reversed" size="small">
                {t.reverse}
              </Button>
              <Button type="submit" name="intent" value="upheld" variant="quiet" size="small">
                {t.uphold}
              </Button>
            </div>
          </KeptForm>
        ) : (
          <p>{t.otherDecides}</p>
        )}
      </div>
    </Panel>
  )
}

function AuthorHistory({ author }: { author: number }) {
  const t = useDeskTexts('people').moderation
  return <Link to={deskLink(useLang(), `moderation/authors/${author}`)}>{t.fullHistory}</Link>
}
