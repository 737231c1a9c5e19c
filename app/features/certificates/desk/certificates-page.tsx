import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { BULK_FORM, BulkAnswer, BulkCommands, type BulkRow, NothingChosen } from '../../../desk/ui/lists/bulk.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { certificateAddress, certificatePdfAddress } from '../certificate-links.ts'
import { CertificateChange } from './certificate-change.tsx'
import styles from './certificates-page.module.css'

const PATH = 'certificates'
const DONE = ['revoked', 'reissued'] as const

export const loader = deskLoader(async (desk, { request }) => {
  const { api } = desk
  const { done, revoke, reissue, confirm, ...query } = queryOf(request)
  const { query: search, state, sort, cursor } = query
  const page = await api.certificates.certificates({
    query: search,
    state: state as 'valid',
    sort: sort as 'newest',
    cursor,
  })
  const wanted = (reissue ?? revoke ?? '').split(',')
  return {
    ...{ query, page, task: reissue === undefined ? ('revoke' as const) : ('reissue' as const) },
    toConfirm: await proofForExport(desk, queryOf(request)),
    done: DONE.find((name) => name === done),
    chosen: page.items.filter(({ id, revokedAt }) => wanted.includes(String(id)) && !revokedAt),
  }
})

export const action = deskAction({
  export: exportIntent(() => PATH),
  chooseToRevoke: async ({ lang }, form, { request }) => {
    const { done, reissue, ...query } = queryOf(request)
    const ids = form.getAll('chosen').join()
    if (!ids) return { result: null }
    return { to: deskLink(lang, PATH, { ...query, revoke: ids }) }
  },
  revoke: async ({ api, lang }, form, { request }) => {
    const [ids, reason] = [form.getAll('id').map(String), textIn(form, 'reason')]
    const [id = ''] = ids
    if (ids.length > 1) {
      const { rows } = await api.certificates.revokeCertificates({ ids, reason } as never)
      return { result: rows.map(({ id: key, ...row }) => ({ key, ...row })) }
    }
    await api.certificates.revokeCertificate({ id, reason })
    const { revoke, reissue, confirm, ...query } = queryOf(request)
    return { to: deskLink(lang, PATH, { ...query, done: 'revoked' }) }
  },
  reissue: async ({ api, lang }, form, { request }) => {
    const [id, reason, name] = [textIn(form, 'id'), textIn(form, 'reason'), textIn(form, 'name')]
    await api.certificates.reissueCertificate({ id, reason, ...(name ? { name } : {}) })
    const { revoke, reissue, confirm, ...query } = queryOf(request)
    return { to: deskLink(lang, PATH, { ...query, done: 'reissued' }) }
  },
})

const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

export const meta = deskMeta('certificates', (t) => t.title)

export default function CertificatesPage() {
  const t = useDeskTexts('certificates')
  const lang = useLang()
  const { query, page, task, done, chosen, toConfirm } = useLoaderData<typeof loader>()
  const answer = useDeskAnswer()
  const confirm = answer.confirm ?? toConfirm
  const revoked = answer.resultOf('revoke') as BulkRow[] | undefined
  return (
    <>
      <DeskHead title={t.title} lead={t.lead(formatNumber(page.minPercent))} />
      {done ? <DoneAlert>{t[done]}</DoneAlert> : null}
      {revoked ? <BulkAnswer rows={revoked} /> : null}
      <NothingChosen intent="chooseToRevoke" />
      {confirm ? (
        <ConfirmItIsYou confirm={confirm} reloadDocument={!answer.confirm} />
      ) : chosen.length > 0 ? (
        <CertificateChange certificates={chosen} task={task} backTo={query} />
      ) : null}
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          {
            name: 'state',
            label: t.state,
            choices: (['valid', 'revoked'] as const).map((value) => ({ value, label: t.states[value] })),
          },
        ]}
      />
      {page.items.some(({ revokedAt }) => !revokedAt) ? (
        <BulkCommands>
          <Button type="submit" name="intent" value="chooseToRevoke" variant="quiet" size="small">
            {t.revokeChosen}
          </Button>
        </BulkCommands>
      ) : null}
      <RecordList
        label={t.title}
        selectable={BULK_FORM}
        mayChoose={({ revokedAt }) => !revokedAt}
        rows={page.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={() => undefined}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          {
            name: 'number',
            title: t.columns.number,
            cell: ({ number, code }) => (
              <a href={certificateAddress(lang, code)} title={t.page}>
                <bdi dir="ltr">{number}</bdi>
              </a>
            ),
          },
          { name: 'name', title: t.columns.name, cell: ({ name }) => (name === null ? t.erased : <bdi>{name}</bdi>) },
          { name: 'course', title: t.columns.course, cell: ({ course }) => course },
          {
            name: 'issued',
            title: t.columns.issued,
            cell: ({ issuedAt }) => <DateText iso={issuedAt} />,
            sorts: { ascending: 'oldest', descending: 'newest' },
          },
          {
            name: 'state',
            title: t.columns.state,
            cell: ({ revokedAt }) => (
              <Badge tone={revokedAt ? 'clay' : 'mint'}>{t.states[revokedAt ? 'revoked' : 'valid']}</Badge>
            ),
          },
          {
            name: 'actions',
            title: t.columns.actions,
            cell: ({ id, code, number, name, revokedAt }) =>
              revokedAt ? null : (
                <span className={styles.actions}>
                  {name !== null ? (
                    <a href={certificatePdfAddress(lang, code)} download>
                      {t.pdf}
                      <span className="visually-hidden"> {number}</span>
                    </a>
                  ) : null}
                  <Link to={deskLink(lang, PATH, { ...query, reissue: id })}>
                    {t.reissue}
                    <span className="visually-hidden"> {number}</span>
                  </Link>
                  <Link to={deskLink(lang, PATH, { ...query, revoke: id })}>
                    {t.revoke}
                    <span className="visually-hidden"> {number}</span>
                  </Link>
                </span>
              ),
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={page.totalCount} isCapped={page.totalIsCapped} next={page.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}
