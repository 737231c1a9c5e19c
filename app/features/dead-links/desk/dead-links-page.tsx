import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { DeadLink } from '../contract.ts'
import { BAD_STATES, LINKING_KINDS, type LinkingKind } from '../link-states.ts'
import styles from './dead-links.module.css'

const PATH = 'dead-links'

export const loader = deskLoader(async ({ api }, { request }) => {
  const { done, ...query } = queryOf(request)
  const [list, { rights }] = await Promise.all([api.deadLinks.deadLinks(query as never), api.desk.me({})])
  return { query, list, done, mayCheck: rights.includes('search.manage') }
})

export const action = deskAction({
  check: async ({ api, lang }, form, { request }) => {
    await api.deadLinks.checkAgain({ id: Number(form.get('id')) })
    const { done: _, ...query } = queryOf(request)
    return { to: deskLink(lang, PATH, { ...query, done: 'check' }) }
  },
})

export const meta = deskMeta('deadLinks', (t) => t.title)

/** Where staff change the record; those that no page changes have none. */
const PAGES: Partial<Record<LinkingKind, (record: string) => string>> = {
  article: (record) => `articles/${record}`,
  banner: (record) => `banners/${record}`,
  branch: (record) => `branches/${record}`,
  course: (record) => `courses/${record}`,
  institute: () => 'settings',
  lesson: (record) => `lessons/${record}`,
  menu: () => 'menus',
  organisation: (record) => `partners/${record}`,
  page: (record) => `pages/${record}`,
  question: (record) => `questions/${record}`,
  specialization: (record) => `specializations/${record}`,
  trainer: (record) => `trainers/${record}`,
}

const WHERE = ['inside', 'outside'] as const

/** Links of the institute's texts that lead nowhere, by record. */
export default function DeadLinksPage() {
  const { query, list, done, mayCheck } = useLoaderData<typeof loader>()
  const t = useDeskTexts('deadLinks')
  const lang = useLang()
  const { failureOf, wasRefused } = useDeskAnswer()
  type Count = (typeof list.counts)[number]
  /** How many are shown when this filter alone is another. */
  const sumOf = (name: 'kind' | 'where' | 'state', value?: string) =>
    list.counts
      .filter((one: Count) =>
        (['kind', 'where', 'state'] as const).every((other) => {
          const wanted = other === name ? value : query[other]
          return wanted === undefined || one[other] === wanted
        }),
      )
      .reduce((sum, { count }) => sum + count, 0)
  const choices = (name: 'kind' | 'where' | 'state', values: readonly string[], labels: Record<string, string>) => ({
    ...{ path: PATH, query, name, total: sumOf(name) },
    choices: values.map((value) => ({ value, label: labels[value]!, count: sumOf(name, value) })),
  })
  const kinds = LINKING_KINDS.filter((kind) => sumOf('kind', kind) > 0 || query.kind === kind)
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {list.searchedAt ? (
        <p className={styles.searched}>
          {t.searched} <Moment iso={list.searchedAt} />
        </p>
      ) : null}
      {list.counts.length > 0 ? (
        <>
          <CountedChoices label={t.kind} {...choices('kind', kinds, t.kinds)} />
          <CountedChoices label={t.where} {...choices('where', WHERE, t.wheres)} />
          <CountedChoices label={t.state} {...choices('state', BAD_STATES, t.states)} />
        </>
      ) : null}
      <FormErrors failure={failureOf('check')} labels={{}} />
      {done && !wasRefused ? <DoneAlert>{t.done}</DoneAlert> : null}
      <RecordList<DeadLink>
        label={t.title}
        rows={list.items}
        keyOf={({ id }) => id}
        pathOf={({ kind, record }) => PAGES[kind]?.(record)}
        empty={
          list.searchedAt ? (
            <EmptyState title={t.none} body={t.noneBody} />
          ) : (
            <EmptyState title={t.notYetTitle} body={t.notYet} />
          )
        }
        columns={[
          { name: 'record', title: t.record, cell: ({ name }) => inLang(name, lang) },
          { name: 'place', title: t.place, cell: (link) => <Place link={link} /> },
          { name: 'url', title: t.link, cell: ({ url }) => <Address url={url} /> },
          { name: 'state', title: t.state, cell: (link) => <State link={link} /> },
          {
            name: 'checked',
            title: t.checked,
            cell: ({ checkedAt }) => (checkedAt ? <Moment iso={checkedAt} /> : t.never),
            wideOnly: true,
          },
          ...(mayCheck ? [{ name: 'act', title: t.act, cell: (link: DeadLink) => <CheckAgain link={link} /> }] : []),
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={sumOf('state', query.state)} next={list.next} />
    </>
  )
}

/** `outline.0.title`: the outline, with the numbers of its parts from 1. */
function Place({ link: { kind, path, lang: of } }: { link: DeadLink }) {
  const t = useDeskTexts('deadLinks')
  const steps = path
    .split('.')
    .map((step) => (/^\d+$/.test(step) ? formatNumber(Number(step) + 1) : (t.fields[step] ?? step)))
  return (
    <>
      {t.kinds[kind]} <small>{[t.languages[of], ...steps].filter(Boolean).join(' · ')}</small>
    </>
  )
}

/** As it is written; a link to another site can be opened to see for oneself. */
function Address({ url }: { url: string }) {
  const shown = (
    <bdi dir="ltr" className={styles.address}>
      {readable(url)}
    </bdi>
  )
  return /^https?:\/\//.test(url) ? (
    <a href={url} rel="noopener noreferrer" target="_blank">
      {shown}
    </a>
  ) : (
    shown
  )
}

/** Arabic addresses are percent-encoded in a text. */
function readable(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

function State({ link: { state, reason, status, isBeingChecked } }: { link: DeadLink }) {
  const t = useDeskTexts('deadLinks')
  return (
    <span className={styles.state}>
      <Badge tone={state === 'dead' ? 'clay' : 'sand'}>{t.states[state]}</Badge>{' '}
      {reason === 'status' && status !== null ? t.answered(status) : reason ? t.reasons[reason] : null}
      {isBeingChecked ? <em> {t.beingChecked}</em> : null}
    </span>
  )
}

function CheckAgain({ link: { id, url } }: { link: DeadLink }) {
  const t = useDeskTexts('deadLinks')
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="plain" size="small" name="intent" value="check">
        {t.check}
        <span className="visually-hidden"> {url}</span>
      </SubmitButton>
    </Form>
  )
}
