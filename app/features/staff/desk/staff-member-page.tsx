import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import styles from './staff.module.css'

const ROLES = ['Owner', 'Admin', 'Finance', 'Content', 'Teacher', 'Student'] as const
type Role = (typeof ROLES)[number]

export const loader = deskLoader(async ({ api }, { request, params }) => {
  const id = Number(params.id) || 0
  const [member, mine] = await Promise.all([api.staff.staffMember({ id }), api.desk.me({})])
  const { rights } = mine
  return {
    member,
    isMe: member.sessions.some(({ isCurrent }) => isCurrent),
    done: queryOf(request).done,
    mayChange: rights.includes('staff.change'),
    maySeeAudit: rights.includes('audit.view'),
  }
})

const rolesIn = (values: readonly unknown[]) => ROLES.filter((role) => values.includes(role))

export const action = deskAction({
  roles: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id) || 0
    const from = rolesIn(String(form.get('from') ?? '').split(','))
    const { roles } = await api.staff.changeRoles({ id, from, to: ROLES.filter((role) => form.has(`role:${role}`)) })
    // Whoever has no role left that comes with rights is no longer on the staff.
    const path = roles.some((role) => role !== 'Student') ? `staff/${id}` : 'staff'
    return { to: deskLink(lang, path, { done: 'roles' }) }
  },
  suspend: async ({ api, lang }, _form, { params }) => {
    const { id } = await api.staff.suspend({ id: Number(params.id) || 0 })
    return { to: deskLink(lang, `staff/${id}`) }
  },
  resume: async ({ api, lang }, _form, { params }) => {
    const { id } = await api.staff.resume({ id: Number(params.id) || 0 })
    return { to: deskLink(lang, `staff/${id}`) }
  },
  endSessions: async ({ api, lang }, _form, { params }) => {
    const { id } = await api.staff.endStaffSessions({ id: Number(params.id) || 0 })
    return { to: deskLink(lang, `staff/${id}`, { done: 'sessions' }) }
  },
})

type Data = Awaited<ReturnType<typeof loader>>

export const meta = deskMeta<'staff', Data>('staff', (t, data) => data?.member.name || t.title)

export default function StaffMemberPage() {
  const t = useDeskTexts('staff')
  const lang = useLang()
  const { member, done, maySeeAudit, mayChange, isMe } = useLoaderData<typeof loader>()
  const { confirm, failureOf } = useDeskAnswer()
  const failure = ['roles', 'suspend', 'resume', 'endSessions'].map(failureOf).find(Boolean)
  const said = done === 'roles' ? t.rolesChanged : done === 'sessions' ? t.sessionsEnded : undefined
  return (
    <>
      <DeskHead
        title={<bdi>{member.name}</bdi>}
        above={{ title: t.title, path: 'staff' }}
        badge={member.status === 'suspended' ? <Badge tone="clay">{t.statuses.suspended}</Badge> : undefined}
      />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {failure ? (
        <Alert kind="error" about={failure}>
          {failure.code === 'changedMeanwhile'
            ? t.rolesMeanwhile(member.roles.map((role) => t.roleNames[role]).join(separatorOf(lang)))
            : failure.message}
        </Alert>
      ) : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <RecordSides
        aside={
          <>
            <Panel title={t.sessions}>
              <Sessions sessions={member.sessions} />
              {mayChange && member.sessions.length > 0 ? (
                <Command intent="endSessions" label={isMe ? t.endOwnSessions : t.endSessions} />
              ) : null}
            </Panel>
            {mayChange && !isMe ? (
              <Panel title={t.status}>
                {member.status === 'active' ? (
                  <Command intent="suspend" label={t.suspend} hint={t.suspendHint} />
                ) : (
                  <Command intent="resume" label={t.resume} hint={t.resumeHint} />
                )}
              </Panel>
            ) : null}
          </>
        }
      >
        <Panel
          title={t.title}
          actions={maySeeAudit ? <Link to={deskLink(lang, 'audit', { person: member.id })}>{t.trail}</Link> : undefined}
        >
          <Facts
            facts={[
              [
                t.email,
                <bdi key="email" dir="ltr">
                  {member.email}
                </bdi>,
              ],
              [
                t.phone,
                member.phone ? (
                  <bdi key="phone" dir="ltr">
                    {member.phone}
                  </bdi>
                ) : null,
              ],
              [t.roles, member.roles.map((role) => t.roleNames[role]).join(separatorOf(lang))],
              [t.secondFactor, member.hasSecondFactor ? t.hasSecondFactor : t.noSecondFactor],
              [t.joined, <DateText key="joined" iso={member.joinedAt} />],
              [t.lastSeen, member.lastSeenAt ? <DateText key="seen" iso={member.lastSeenAt} /> : t.never],
            ]}
          />
        </Panel>
        {mayChange ? <Roles member={member} /> : null}
      </RecordSides>
    </>
  )
}

function Roles({ member: { roles, isLastOwner } }: { member: Data['member'] }) {
  const t = useDeskTexts('staff')
  return (
    <Panel title={t.roles}>
      <Form method="post" className={styles.form} key={roles.join()}>
        <input type="hidden" name="intent" value="roles" />
        <input type="hidden" name="from" value={roles.join()} />
        {/* A member of the staff who is also a learner keeps that role. */}
        {roles.includes('Student') ? <input type="hidden" name="role:Student" value="on" /> : null}
        <fieldset className={styles.roles}>
          <legend className="visually-hidden">{t.roles}</legend>
          {Object.entries(t.roleHints).map(([role, hint]) => (
            <CheckField
              key={role}
              name={`role:${role}`}
              label={t.roleNames[role as Role]}
              hint={hint}
              defaultChecked={roles.includes(role as Role)}
            />
          ))}
        </fieldset>
        <p>{isLastOwner ? t.lastOwner : t.rolesHint}</p>
        <SubmitButton>{t.changeRoles}</SubmitButton>
      </Form>
    </Panel>
  )
}

function Sessions({ sessions }: { sessions: Data['member']['sessions'] }) {
  const t = useDeskTexts('staff')
  if (sessions.length === 0) return <p>{t.noSessions}</p>
  return (
    <ul className={styles.sessions}>
      {sessions.map(({ id, device, ip, lastUsedAt, isCurrent }) => (
        <li key={id}>
          <span>
            {device} {isCurrent ? <Badge tone="mint">{t.current}</Badge> : null}
          </span>
          <small>
            <bdi dir="ltr">{ip}</bdi> · <DateText iso={lastUsedAt} />
          </small>
        </li>
      ))}
    </ul>
  )
}

function Command({ intent, label, hint }: { intent: string; label: string; hint?: string }) {
  return (
    <Form method="post" className={styles.actions}>
      <input type="hidden" name="intent" value={intent} />
      {hint ? <p>{hint}</p> : null}
      <SubmitButton variant="quiet">{label}</SubmitButton>
    </Form>
  )
}
