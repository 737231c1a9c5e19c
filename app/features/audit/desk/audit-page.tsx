import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { momentText } from '../../../desk/record/moment-text.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatDay, formatTime } from '../../../locales/format.ts'
import { type Lang, separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import styles from './audit-page.module.css'

const PATH = 'audit'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const list = await page.api.audit.audit(query as object)
  return { query, list, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('audit', (t) => t.title)

type Entry = Awaited<ReturnType<typeof loader>>['list']['items'][number]

export default function AuditPage() {
  const t = useDeskTexts('audit')
  const { query, list, toConfirm } = useLoaderData<typeof loader>()
  const choices = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {/* The answer is a file: a document of its own. */}
      <ExportProof asked={toConfirm} />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          { name: 'area', label: t.area, choices: choices(t.areas) },
          { name: 'action', label: t.action, choices: choices(t.actions) },
        ]}
        days={(['from', 'to'] as const).map((name) => ({ name, label: t[name] }))}
      />
      <RecordList<Entry>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={() => undefined}
        columns={[
          {
            name: 'when',
            title: t.when,
            sorts: { ascending: 'oldest', descending: 'newest' },
            cell: ({ at }) => <When at={at} />,
          },
          { name: 'who', title: t.who, cell: (entry) => <Who entry={entry} /> },
          {
            name: 'what',
            title: t.what,
            cell: ({ action }) => (t.actions as Record<string, string>)[action] ?? action,
          },
          { name: 'reference', title: t.reference, cell: (entry) => <Reference entry={entry} /> },
          { name: 'change', title: t.change, cell: (entry) => <Change entry={entry} /> },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}

function When({ at }: { at: string }) {
  const lang = useLang()
  return (
    <time dateTime={at}>
      {formatDay(at, lang)} {formatTime(at, lang)}
    </time>
  )
}

function Who({ entry: { person } }: { entry: Entry }) {
  const t = useDeskTexts('audit')
  if (person === null) return t.shell
  return <bdi>{person.name || t.former}</bdi>
}

/** The name first, where the record has one: the reference alone says little of a course. */
function Reference({ entry: { name, reference } }: { entry: Entry }) {
  if (!name) return <bdi>{reference}</bdi>
  return (
    <>
      <bdi>{name}</bdi>
      <small className={styles.reference}>
        <bdi dir="ltr">{reference}</bdi>
      </small>
    </>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function shown(value: unknown, lang: Lang): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' && INSTANT.test(value)) return momentText(value, lang)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.map(String).join(separatorOf(lang))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The fields before and after, and from where it was done: opened where somebody wants to know. */
function Change({ entry: { before, after, detail, ip, userAgent } }: { entry: Entry }) {
  const t = useDeskTexts('audit')
  const lang = useLang()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const details = Object.entries(detail)
  if (fields.length + details.length === 0 && !ip) return t.empty
  return (
    <details className={styles.change}>
      <summary>{t.details}</summary>
      {fields.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t.field}</th>
              <th scope="col">{t.before}</th>
              <th scope="col">{t.after}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row" dir="ltr">
                  {field}
                </th>
                <td dir="auto">{shown(before?.[field], lang) || t.empty}</td>
                <td dir="auto">{shown(after?.[field], lang) || t.empty}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {details.map(([name, value]) => (
        <p key={name} dir="ltr">
          {name}: <bdi>{shown(value, lang)}</bdi>
        </p>
      ))}
      {ip ? (
        <p>
          {t.where}:{' '}
          <bdi dir="ltr">
            {ip} · {userAgent}
          </bdi>
        </p>
      ) : null}
    </details>
  )
}
