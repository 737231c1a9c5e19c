import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { exportIntent, proofForExport } from '../../../desk/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/export-links.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { certificateAddress, certificatePdfAddress } from '../certificate-links.ts'
import type { Certificate } from '../contract.ts'
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
  return {
    ...{ query, page, task: reissue === undefined ? ('revoke' as const) : ('reissue' as const) },
    toConfirm: await proofForExport(desk, queryOf(request)),
    done: DONE.find((name) => name === done),
    chosen: page.items.find(({ id, revokedAt }) => String(id) === (reissue ?? revoke) && !revokedAt) ?? null,
  }
})

export const action = deskAction({
  export: exportIntent(() => PATH),
  revoke: async ({ api, lang }, form) => {
    await api.certificates.revokeCertificate({ id: textIn(form, 'id'), reason: textIn(form, 'reason') })
    return { to: deskLink(lang, PATH, { done: 'revoked' }) }
  },
  reissue: async ({ api, lang }, form) => {
    const [id, reason, name] = [textIn(form, 'id'), textIn(form, 'reason'), textIn(form, 'name')]
    await api.certificates.reissueCertificate({ id, reason, ...(name ? { name } : {}) })
    return { to: deskLink(lang, PATH, { done: 'reissued' }) }
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
  return (
    <>
      <DeskHead title={t.title} lead={t.lead(formatNumber(page.minPercent))} />
      {done ? <Alert kind="success">{t[done]}</Alert> : null}
      {confirm ? (
        <ConfirmItIsYou confirm={confirm} reloadDocument={!answer.confirm} />
      ) : chosen ? (
        <Change certificate={chosen} task={task} />
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
      <RecordList
        label={t.title}
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
                  {page.hasPdf && name !== null ? (
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

/** A reason and fresh proof come before a certificate is revoked or issued again: neither can be undone. */
function Change({ certificate: { id, number, name }, task }: { certificate: Certificate; task: 'revoke' | 'reissue' }) {
  const t = useDeskTexts('certificates')
  const lang = useLang()
  const answer = useDeskAnswer()
  const [failure, typed] = [answer.failureOf(task), answer.typedIn(task)]
  const isReissue = task === 'reissue'
  return (
    <div className={styles.revoke}>
      <Panel title={isReissue ? t.reissueTitle(number) : t.revokeTitle(number)}>
        <p>{isReissue ? t.reissueBody : t.revokeBody}</p>
        <KeptForm name="issue" className={styles.form}>
          <FormErrors failure={failure} labels={{ reason: t.reason, name: t.holder }} />
          <input type="hidden" name="intent" value={task} />
          <input type="hidden" name="id" value={id} />
          {isReissue ? (
            <TextField
              name="name"
              label={t.holder}
              hint={t.holderHint}
              placeholder={name ?? undefined}
              errors={failure?.fields.name}
              defaultValue={typed.name}
              dir="auto"
            />
          ) : null}
          <TextAreaField
            name="reason"
            label={t.reason}
            errors={failure?.fields.reason}
            defaultValue={typed.reason}
            rows={2}
            required
          />
          <div className={styles.buttons}>
            <SubmitButton>{isReissue ? t.reissue : t.revoke}</SubmitButton>
            <ButtonLink variant="plain" to={deskLink(lang, PATH)}>
              {t.cancel}
            </ButtonLink>
          </div>
        </KeptForm>
      </Panel>
    </div>
  )
}
