import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'

const PATH = 'staff'

export const loader = deskLoader(async (page, { request }) => {
  const { api } = page
  const { done, confirm: _, ...query } = queryOf(request)
  const [list, invitations, mine] = await Promise.all([
    api.staff.staff(query as object),
    api.staff.invitations({}),
    api.desk.me({}),
  ])
  const toConfirm = await proofForExport(page, queryOf(request))
  return { query, list, invitations, done, toConfirm, mayChange: mine.rights.includes('staff.change') }
})

export const action = deskAction({
  export: exportIntent(() => PATH),
  withdraw: async ({ api, lang }, form) => {
    await api.staff.withdrawInvitation({ email: String(form.get('email')) })
    return { to: deskLink(lang, PATH, { done: 'withdrawn' }) }
  },
})

export const meta = deskMeta('staff', (t) => t.title)

type Colleague = Awaited<ReturnType<typeof loader>>['list']['items'][number]

export default function StaffPage() {
  const t = useDeskTexts('staff')
  const lang = useLang()
  const { query, list, invitations, done, toConfirm, mayChange } = useLoaderData<typeof loader>()
  const { failureOf } = useDeskAnswer()
  const failure = failureOf('withdraw')
  const { Student: _, ...staffRoles } = t.roleNames
  const choices = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))
  const said = done === 'invited' || done === 'hasAccount' || done === 'withdrawn' ? t[done] : undefined
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, 'staff/new')} icon="plus">
            {t.invite}
          </ButtonLink>
        ) : null}
      </DeskHead>
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      <ExportProof asked={toConfirm} />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          { name: 'role', label: t.role, choices: choices(staffRoles) },
          { name: 'status', label: t.status, choices: choices(t.statuses) },
        ]}
      />
      <RecordList<Colleague>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            name: 'roles',
            title: t.roles,
            cell: ({ roles }) => roles.map((role) => t.roleNames[role]).join(separatorOf(lang)),
          },
          { name: 'email', title: t.email, cell: ({ email }) => <bdi dir="ltr">{email}</bdi>, wideOnly: true },
          { name: 'status', title: t.status, cell: (row) => <State row={row} /> },
          {
            name: 'lastSeen',
            title: t.lastSeen,
            cell: ({ lastSeenAt }) => (lastSeenAt ? <DateText iso={lastSeenAt} /> : t.never),
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
      {invitations.length > 0 ? (
        <Panel title={t.invitations}>
          <RecordList
            label={t.invitations}
            rows={invitations}
            keyOf={({ email }) => email}
            pathOf={() => undefined}
            columns={[
              { name: 'email', title: t.email, cell: ({ email }) => <bdi dir="ltr">{email}</bdi> },
              {
                name: 'role',
                title: t.role,
                cell: ({ roles }) => roles.map((role) => t.roleNames[role]).join(separatorOf(lang)),
              },
              { name: 'until', title: t.invitedUntil, cell: ({ expiresAt }) => <DateText iso={expiresAt} /> },
              ...(mayChange
                ? [
                    {
                      name: 'withdraw',
                      title: <span className="visually-hidden">{t.withdraw}</span>,
                      cell: ({ email }: { email: string }) => <Withdraw email={email} />,
                    },
                  ]
                : []),
            ]}
          />
        </Panel>
      ) : null}
    </>
  )
}

function State({ row: { status, hasSecondFactor } }: { row: Colleague }) {
  const t = useDeskTexts('staff')
  if (status === 'suspended') return <Badge tone="clay">{t.statuses.suspended}</Badge>
  return hasSecondFactor ? (
    t.statuses.active
  ) : (
    <>
      {t.statuses.active} · {t.secondFactor}: {t.noSecondFactor}
    </>
  )
}

function Withdraw({ email }: { email: string }) {
  const t = useDeskTexts('staff')
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="email" value={email} />
      <SubmitButton variant="quiet" size="small" aria-label={`${t.withdraw}: ${email}`}>
        {t.withdraw}
      </SubmitButton>
    </Form>
  )
}
