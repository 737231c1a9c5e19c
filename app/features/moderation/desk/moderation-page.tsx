import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { linksFor } from '../../../links.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow, FieldRowControl } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { MAX_WRITTEN } from '../author-history.ts'
import styles from './moderation-page.module.css'
import { ModerationParts } from './moderation-parts.tsx'

const PATH = 'moderation'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const list = await page.api.moderation.cases(pageAsked(query))
  return { query, list, toConfirm: await proofForExport(page, queryOf(request)) }
})

type Decision = 'keep' | 'remove' | 'ban'

const decide =
  (decision: Decision) =>
  async ({ api, lang }: PageRequest, form: FormData) => {
    const [id, reason, banDays] = ['id', 'reason', 'banDays'].map((name) => String(form.get(name) ?? ''))
    await api.moderation.decide({ id: id!, decision, reason, ...(decision === 'ban' ? { banDays } : {}) } as never)
    return { to: deskLink(lang, PATH, { done: decision }) }
  }

export const action = deskAction({
  export: exportIntent(() => PATH),
  keep: decide('keep'),
  remove: decide('remove'),
  ban: decide('ban'),
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('people', (t) => t.moderation.title)

type Case = Awaited<ReturnType<typeof loader>>['list']['items'][number]

export default function ModerationPage() {
  const t = useDeskTexts('people').moderation
  const { query, list, toConfirm } = useLoaderData<typeof loader>()
  const said = query.done === undefined ? undefined : t.done[query.done]
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ModerationParts current="cases" />
      <ExportProof asked={toConfirm} />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <DecidedMeanwhile open={list.items} />
      {list.items.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : null}
      <div className={styles.cases}>
        {list.items.map((one) => (
          <OneCase key={one.id} one={one} />
        ))}
      </div>
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={nextPage(list)}
      >
        {list.items.length > 0 ? <ExportLinks path={PATH} /> : null}
      </RecordListFoot>
    </>
  )
}

const DECISIONS = ['keep', 'remove', 'ban'] as const

/** Why a decision was refused whose text has left the list: a colleague was faster. */
function DecidedMeanwhile({ open }: { open: readonly { id: number }[] }) {
  const { failureOf, typedIn } = useDeskAnswer()
  const refused = DECISIONS.find((decision) => failureOf(decision))
  if (!refused || open.some(({ id }) => String(id) === typedIn(refused).id)) return null
  return <FormErrors failure={failureOf(refused)} labels={{}} />
}

function OneCase({ one }: { one: Case }) {
  const t = useDeskTexts('people').moderation
  const { kind, cause, matched, state, author, about, before, title, text, reports, openedAt } = one
  return (
    <Panel
      // Two cases may be about comments on the same text: the author tells their headings apart.
      title={
        <>
          <bdi>{title ?? t.kinds[kind]}</bdi> · <bdi>{author.name ?? t.former}</bdi>
        </>
      }
      actions={<Badge tone={state === 'shown' ? 'clay' : 'sand'}>{t.states[state]}</Badge>}
    >
      <div className={styles.sides}>
        <div className={styles.written}>
          {about ? <Answered about={about} before={before} /> : null}
          <p dir="auto" className={styles.text} data-voice="author">
            {text}
          </p>
          <Facts
            facts={[
              [t.author, <bdi key="author">{author.name ?? t.former}</bdi>],
              [t.about, about || kind === 'post' ? <Context key="about" one={one} /> : null],
              [t.since, <Moment key="since" iso={openedAt} />],
              [t.cause, t.causes[cause]],
              [t.matched, matched ? <bdi key="matched">{matched}</bdi> : null],
              [t.reportCount, reports.length > 0 ? formatNumber(reports.length) : null],
              [t.history, <History key="history" history={one.history} author={author.id} />],
            ]}
          />
          {reports.length > 0 ? (
            <ul className={styles.reports}>
              {reports.map(({ reason, createdAt }) => (
                <li key={createdAt + reason}>
                  <span dir="auto">{reason}</span>
                  <small>
                    <Moment iso={createdAt} />
                  </small>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <Decide id={one.id} />
      </div>
    </Panel>
  )
}

/** Where readers see it: a page of the site. */
function Context({ one: { about, kind, subjectId, title } }: { one: Case }) {
  const t = useDeskTexts('people').moderation
  const links = linksFor(useLang())
  if (!about) return kind === 'post' ? <a href={links.post(subjectId)}>{title ?? t.kinds.post}</a> : null
  const href = about.kind === 'post' ? links.post(about.id) : links.article(about.slug ?? '')
  return (
    <a href={href}>
      <bdi>{about.title}</bdi>
    </a>
  )
}

/** What a comment answers: the beginning of the text that it stands under, and the comments before it. */
function Answered({ about, before }: { about: NonNullable<Case['about']>; before: Case['before'] }) {
  const t = useDeskTexts('people').moderation
  return (
    <div className={styles.answered}>
      <details>
        <summary>
          {t.answers} <bdi>{about.title}</bdi>
        </summary>
        <p dir="auto" className={styles.text}>
          {about.text}
        </p>
      </details>
      {before.toReversed().map(({ author, text }) => (
        <p key={text} dir="auto" className={styles.text}>
          <strong>
            <bdi>{author || t.former}</bdi>
          </strong>{' '}
          {text}
        </p>
      ))}
    </div>
  )
}

function History({
  history: { posts, comments, kept, removed, bans },
  author,
}: {
  history: Case['history']
  author: number
}) {
  const lang = useLang()
  const { fullHistory } = useDeskTexts('people').moderation
  const t = useDeskTexts('people').moderation.authorHistory
  const counted = (count: number) => (count < MAX_WRITTEN ? formatNumber(count) : t.orMore(formatNumber(MAX_WRITTEN)))
  return (
    <ul className={styles.history}>
      <li>{t.written(counted(posts), counted(comments))}</li>
      <li>{t.decided(formatNumber(kept), formatNumber(removed))}</li>
      {bans > 0 ? <li>{t.bans(formatNumber(bans))}</li> : null}
      <li>
        <Link to={deskLink(lang, `moderation/authors/${author}`)}>{fullHistory}</Link>
      </li>
    </ul>
  )
}

const BAN_DAYS = [7, 30, 90, 365]

/** One press decides; the reason is for the author. */
function Decide({ id }: { id: number }) {
  const t = useDeskTexts('people').moderation
  const { failureOf, typedIn } = useDeskAnswer()
  const failed = DECISIONS.find((decision) => typedIn(decision).id === String(id))
  const failure = failed && failureOf(failed)
  const typed = failed ? typedIn(failed) : {}
  return (
    <KeptForm name={`case-${id}`} className={styles.decide} preventScrollReset>
      <FormErrors
        failure={failure}
        labels={{ reason: t.toAuthor, banDays: t.banLength }}
        ids={{ reason: `reason-${id}`, banDays: `ban-${id}` }}
      />
      <input type="hidden" name="id" value={id} />
      <TextAreaField
        name="reason"
        id={`reason-${id}`}
        label={t.toAuthor}
        hint={t.toAuthorHint}
        errors={failure?.fields.reason}
        defaultValue={typed.reason}
        rows={3}
      />
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value="keep" variant="quiet" size="small">
          {t.keep.submit}
        </Button>
        <Button type="submit" name="intent" value="remove" size="small">
          {t.remove.submit}
        </Button>
      </div>
      <div className={styles.ban}>
        <FieldRow width="search">
          <SelectField
            name="banDays"
            id={`ban-${id}`}
            label={t.banLength}
            defaultValue={typed.banDays ?? '30'}
            options={[
              ...BAN_DAYS.map((days) => ({ value: String(days), label: t.days(days) })),
              { value: '', label: t.noEnd },
            ]}
            required
          />
          <FieldRowControl>
            <Button type="submit" name="intent" value="ban" variant="quiet" size="small">
              {t.ban.submit}
            </Button>
          </FieldRowControl>
        </FieldRow>
      </div>
      <small>{t.happens}</small>
    </KeptForm>
  )
}
