import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { PrintButton } from '../../../desk/ui/print-button.tsx'
import { type Column, RecordList } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { RunAttendee } from '../contract.ts'

/** The result of issuing the certificates of the run. */
type Issued = { issued: number; skipped: { name: string; why: 'attendance' | 'issued' | 'revoked' }[] }

const pathOf = (id: number) => `runs/${id}/attendees`

export const loader = deskLoader(async (page, { request, params }) => {
  const id = Number(params.id) || 0
  const [found, me] = await Promise.all([page.api.attendance.attendees({ id }), page.api.desk.me({})])
  const hasEnded = new Date(found.run.endsAt) <= page.now
  const mayIssue = hasEnded && me.rights.includes('certificates.issue')
  return {
    ...found,
    mayExport: me.rights.includes('learners.export'),
    mayIssue,
    mayPropose: hasEnded && !mayIssue && me.rights.includes('certificates.propose'),
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

export const action = deskAction({
  issue: async ({ api }, form, { params }) => {
    const orderId = form.get('orderId')
    return {
      result: await api.certificates.issueCertificates({
        id: Number(params.id) || 0,
        ...(orderId ? { orderId: String(orderId) } : {}),
      }),
    }
  },
  propose: async ({ api }, _form, { params }) => ({
    result: await api.certificates.proposeCertificates({ id: Number(params.id) || 0 }),
  }),
  export: exportIntent(({ id }) => pathOf(Number(id) || 0)),
})

export const meta = deskMeta('attendance', (t) => t.attendees)

/** All learners with a paid seat, and how many sessions each attended. */
export default function AttendeesPage() {
  const t = useDeskTexts('attendance')
  const lang = useLang()
  const { run, attendees, minPercent, proposal, mayExport, mayIssue, mayPropose, toConfirm } =
    useLoaderData<typeof loader>()
  const answer = useDeskAnswer()
  const confirm = answer.confirm ?? toConfirm
  const issued = answer.resultOf('issue') as Issued | undefined
  return (
    <>
      <DeskHead
        title={t.attendees}
        above={{ title: run.course, path: `runs/${run.id}` }}
        lead={[
          t.days(formatDay(run.startsAt, lang), formatDay(run.endsAt, lang)),
          ...(run.place ? [run.place] : []),
          t.count(attendees.length),
        ].join(' · ')}
      >
        <PrintButton />
        <ButtonLink to={deskLink(lang, `runs/${run.id}/badges`)} variant="quiet" icon="user">
          {t.badges}
        </ButtonLink>
        {mayIssue ? (
          <Form method="post">
            <input type="hidden" name="intent" value="issue" />
            <SubmitButton icon="certificate">{t.issue}</SubmitButton>
          </Form>
        ) : null}
        {mayPropose && attendees.length > 0 ? (
          <Form method="post">
            <input type="hidden" name="intent" value="propose" />
            <SubmitButton icon="certificate" variant={proposal ? 'quiet' : 'primary'}>
              {proposal ? t.proposeAgain : t.propose}
            </SubmitButton>
          </Form>
        ) : null}
        {mayExport ? <ExportLinks path={pathOf(run.id)} /> : null}
      </DeskHead>
      {proposal ? (
        <Alert kind="info">{t.proposed(proposal.by, formatDay(proposal.at, lang))}</Alert>
      ) : mayIssue || mayPropose ? (
        <p>{t.needed(formatNumber(minPercent))}</p>
      ) : null}
      {answer.failureOf('propose') ? <Alert kind="error">{answer.failureOf('propose')!.message}</Alert> : null}
      {issued ? (
        <Alert kind={issued.issued > 0 ? 'success' : 'info'} title={t.issued(issued.issued)}>
          {issued.skipped.length > 0
            ? t.skipped(issued.skipped.map(({ name, why }) => `${name} (${t.withoutNew[why]})`).join(separatorOf(lang)))
            : null}
        </Alert>
      ) : null}
      {answer.failureOf('issue') ? <Alert kind="error">{answer.failureOf('issue')!.message}</Alert> : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} reloadDocument /> : null}
      <RecordList
        label={t.attendees}
        rows={attendees}
        columns={columnsOf(
          t,
          attendees.some(({ email }) => email !== undefined),
          mayIssue,
        )}
        keyOf={({ orderId }) => orderId}
        pathOf={() => undefined}
        empty={<EmptyState title={t.nobody} body={t.nobodyBody} />}
      />
    </>
  )
}

/** @param hasContacts only for those who may see them */
function columnsOf(
  t: ReturnType<typeof useDeskTexts<'attendance'>>,
  hasContacts: boolean,
  mayIssue: boolean,
): Column<RunAttendee>[] {
  const contacts: Column<RunAttendee>[] = [
    { name: 'phone', title: t.columns.phone, cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
    { name: 'email', title: t.columns.email, cell: ({ email }) => <bdi dir="ltr">{email}</bdi> },
  ]
  return [
    { name: 'name', title: t.columns.name, cell: ({ name }) => <bdi>{name}</bdi> },
    { name: 'order', title: t.columns.order, cell: ({ reference }) => <bdi>{reference}</bdi> },
    ...(hasContacts ? contacts : []),
    {
      name: 'attended',
      title: t.columns.attended,
      numeric: true,
      cell: ({ attended, percent }) =>
        percent === null ? formatNumber(attended) : t.share(formatNumber(attended), formatNumber(percent)),
    },
    {
      name: 'certificate',
      title: t.columns.certificate,
      cell: ({ certificate, isRevoked, orderId, name }) =>
        certificate ? (
          <bdi dir="ltr">{certificate.number}</bdi>
        ) : isRevoked ? (
          <>
            {t.revoked}
            {mayIssue ? <IssueAgain orderId={orderId} name={name} /> : null}
          </>
        ) : (
          '–'
        ),
    },
  ]
}

/** Whose certificate was revoked is left out when those of the run are issued: it takes a press of its own. */
function IssueAgain({ orderId, name }: { orderId: string; name: string }) {
  const t = useDeskTexts('attendance')
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="issue" />
      <input type="hidden" name="orderId" value={orderId} />
      <Button type="submit" variant="quiet" size="small">
        {t.issueAgain}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </Form>
  )
}
