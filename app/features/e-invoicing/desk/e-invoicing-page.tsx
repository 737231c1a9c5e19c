/** The connection to the tax authority, and what became of each document. */
import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { MessageText, StateBadge } from '../../../desk/e-invoicing/state-badge.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatNumber, formatTime } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { EInvoice, EInvoicing } from '../contract.ts'

import styles from './e-invoicing.module.css'

const PATH = 'e-invoicing'
const STATES = ['waiting', 'warned', 'refused', 'accepted'] as const

export const loader = deskLoader(async ({ api }, { request }) => {
  const { done, ...query } = queryOf(request)
  const [state, list, me] = await Promise.all([
    api.eInvoicing.eInvoicing({}),
    api.eInvoicing.eInvoices(query as object),
    api.desk.me({}),
  ])
  const mayConnect = me.rights.includes('institute.change')
  return { query, done, state, list, mayConnect, maySend: me.rights.includes('invoices.issue') }
})

export const action = deskAction({
  connect: async ({ api, lang }, form) => {
    await api.eInvoicing.connect(fieldsOf(form, 'environment', 'otp', 'name', 'branch', 'industry') as never)
    return { to: deskLink(lang, PATH, { done: 'connect' }) }
  },
  send: async ({ api, lang }) => {
    await api.eInvoicing.sendWaiting({})
    return { to: deskLink(lang, PATH, { done: 'send' }) }
  },
})

export const meta = deskMeta('eInvoicing', (t) => t.title)

export default function EInvoicingPage() {
  const t = useDeskTexts('eInvoicing')
  const { query, done, state, list, mayConnect, maySend } = useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  const { open } = state
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {done && !confirm ? <DoneAlert>{done === 'connect' ? t.connect.done : t.open.sent}</DoneAlert> : null}
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <Warnings state={state} />
      <RecordSides
        aside={
          <>
            <ConnectPanel state={state} mayConnect={mayConnect} />
            {maySend && open.waiting > 0 ? (
              <Commands>
                <Command intent="send" title={t.open.sendNow} happens={t.open.sendNowHappens} submit={t.open.sendNow} />
              </Commands>
            ) : null}
          </>
        }
      >
        <Connection state={state} />
      </RecordSides>
      <h2 className={styles.documents}>{t.list.title}</h2>
      <CountedChoices
        label={t.list.state}
        path={PATH}
        query={query}
        name="state"
        choices={STATES.map((value) => ({
          ...{ value, label: t.states[value] },
          count: value === 'accepted' ? state.accepted : open[value],
        }))}
      />
      <Documents rows={list.items} />
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      />
    </>
  )
}

function Warnings({ state: { connection, attempt, open } }: { state: EInvoicing }) {
  const { connection: t, open: texts } = useDeskTexts('eInvoicing')
  const lang = useLang()
  const moment = (iso: string) => `${formatDay(iso, lang)} ${formatTime(iso, lang)}`
  return (
    <>
      {connection?.blockedAt ? <Alert kind="error">{t.blocked(moment(connection.blockedAt))}</Alert> : null}
      {connection?.endsSoon ? <Alert kind="warning">{t.endsSoon}</Alert> : null}
      {open.late && open.oldestWaitingAt ? (
        <Alert kind="warning">{texts.late(moment(open.oldestWaitingAt))}</Alert>
      ) : null}
      {attempt?.state === 'connecting' ? <Alert kind="info">{t.connecting}</Alert> : null}
      {attempt?.state === 'failed' ? <Alert kind="error">{t.failed(attempt.problem ?? '')}</Alert> : null}
    </>
  )
}

function Connection({ state: { connection } }: { state: EInvoicing }) {
  const { connection: t, environments } = useDeskTexts('eInvoicing')
  return (
    <Panel title={t.title}>
      {connection ? (
        <Facts
          facts={[
            [t.environment, environments[connection.environment]],
            [t.name, <bdi key="name">{connection.name}</bdi>],
            [
              t.vatNumber,
              <bdi key="vat" dir="ltr">
                {connection.vatNumber}
              </bdi>,
            ],
            [t.since, <Moment key="since" iso={connection.activatedAt} />],
            [t.until, <Moment key="until" iso={connection.expiresAt} />],
            [t.documents, formatNumber(connection.documents)],
          ]}
        />
      ) : (
        <p>{t.none}</p>
      )}
    </Panel>
  )
}

/** What the settings lack, or the form that connects. */
function ConnectPanel({ state, mayConnect }: { state: EInvoicing; mayConnect: boolean }) {
  const { connect: t } = useDeskTexts('eInvoicing')
  const lang = useLang()
  if (!mayConnect) return state.connection ? null : <p>{t.onlyOwner}</p>
  if (state.attempt?.state === 'connecting') return null
  if (state.missing.length > 0)
    return (
      <Panel title={t.title} isForScreen>
        <p>{t.missing}</p>
        <ul>
          {state.missing.map((fact) => (
            <li key={fact}>{t.facts[fact]}</li>
          ))}
        </ul>
        <Link to={deskLink(lang, 'settings')}>{t.toSettings}</Link>
      </Panel>
    )
  return (
    <Commands>
      <Connect state={state} />
    </Commands>
  )
}

function Connect({ state: { connection, environments, suggested } }: { state: EInvoicing }) {
  const { connect: t, environments: names } = useDeskTexts('eInvoicing')
  const field = useCommandField('connect')
  const values = {
    ...{ name: suggested.name, branch: suggested.branch, industry: t.industryDefault },
    environment: connection?.environment ?? environments.at(-1),
  }
  const filled = (name: keyof typeof values) => {
    const props = field(name)
    return { ...props, defaultValue: props.defaultValue ?? values[name] }
  }
  const title = connection ? t.renew : t.title
  return (
    <Command
      intent="connect"
      title={title}
      happens={t.happens}
      submit={t.submit}
      labels={{ otp: t.otp, environment: t.environment, name: t.name, branch: t.branch, industry: t.industry }}
      isOpen={!connection}
    >
      <TextField {...field('otp')} label={t.otp} inputMode="numeric" dir="ltr" autoComplete="off" required />
      <SelectField
        {...filled('environment')}
        label={t.environment}
        options={environments.map((value) => ({ value, label: names[value] }))}
        required
      />
      <TextField {...filled('name')} label={t.name} dir="auto" required />
      <TextField {...filled('branch')} label={t.branch} hint={t.branchHint} dir="auto" required />
      <TextField {...filled('industry')} label={t.industry} dir="auto" required />
    </Command>
  )
}

function Documents({ rows }: { rows: EInvoice[] }) {
  const { list: t, kinds } = useDeskTexts('eInvoicing')
  return (
    <RecordList<EInvoice>
      label={t.title}
      rows={rows}
      keyOf={({ number }) => number}
      pathOf={({ number }) => `invoices/${number}`}
      empty={<EmptyState title={t.none} body={t.noneBody} />}
      columns={[
        { name: 'number', title: t.number, cell: ({ number }) => <bdi dir="ltr">{number}</bdi> },
        { name: 'state', title: t.state, cell: (row) => <StateBadge state={row.state} /> },
        { name: 'kind', title: t.kind, cell: ({ kind }) => kinds[kind] },
        { name: 'buyer', title: t.buyer, cell: ({ buyer }) => <bdi>{buyer ?? t.erased}</bdi> },
        { name: 'issued', title: t.issued, cell: ({ issuedAt }) => <Moment iso={issuedAt} /> },
        {
          ...{ name: 'total', title: t.total, numeric: true },
          cell: ({ totalHalalas }) => <Money halalas={totalHalalas} exact />,
        },
        {
          name: 'reason',
          title: t.reason,
          cell: ({ errors, warnings }) => {
            const [first] = [...errors, ...warnings]
            return first ? <MessageText message={first} /> : '–'
          },
        },
      ]}
    />
  )
}
