import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { linksFor } from '../../../links.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import styles from './moderation-page.module.css'
import { ModerationParts } from './moderation-parts.tsx'

const PATH = 'moderation'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  return { query, list: await api.moderation.cases(pageAsked(query)) }
})

type Decision = 'keep' | 'remove' | 'ban'

const decide =
  (decision: Decision) =>
  async ({ api, lang }: PageRequest, form: FormData) => {
    const [id, reason] = ['id', 'reason'].map((name) => String(form.get(name) ?? ''))
    await api.moderation.decide({ id: id!, decision, reason })
    return { to: deskLink(lang, PATH, { done: decision }) }
  }

export const action = deskAction({ keep: decide('keep'), remove: decide('remove'), ban: decide('ban') })

export const meta = deskMeta('people', (t) => t.moderation.title)

type Case = Awaited<ReturnType<typeof loader>>['list']['items'][number]

export default function ModerationPage() {
  const t = useDeskTexts('people').moderation
  const { query, list } = useLoaderData<typeof loader>()
  const said = query.done === undefined ? undefined : t.done[query.done]
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ModerationParts current="cases" />
      {said ? <Alert kind="success">{said}</Alert> : null}
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
      />
    </>
  )
}

function OneCase({ one }: { one: Case }) {
  const t = useDeskTexts('people').moderation
  const { kind, cause, state, author, about, title, text, reports, openedAt } = one
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
          <p dir="auto" className={styles.text}>
            {text}
          </p>
          <Facts
            facts={[
              [t.author, <bdi key="author">{author.name ?? t.former}</bdi>],
              [t.about, about || kind === 'post' ? <Context key="about" one={one} /> : null],
              [t.since, <Moment key="since" iso={openedAt} />],
              [t.causes[cause], reports.length > 0 ? t.reports(formatNumber(reports.length)) : '—'],
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
        <Commands>
          {(['keep', 'remove', 'ban'] as const).map((decision) => (
            <Decide key={decision} decision={decision} id={one.id} />
          ))}
        </Commands>
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

function Decide({ decision, id }: { decision: Decision; id: number }) {
  const t = useDeskTexts('people')
  const formId = `${decision}-${id}`
  const field = useCommandField(decision, formId)
  const { title, happens, submit } = t.moderation[decision]
  return (
    <Command
      intent={decision}
      id={formId}
      title={title}
      happens={happens}
      submit={submit}
      hidden={{ id: String(id) }}
      labels={{ reason: t.reason }}
    >
      <TextAreaField {...field('reason')} label={t.reason} hint={t.moderation.reasonHint} rows={2} />
    </Command>
  )
}
