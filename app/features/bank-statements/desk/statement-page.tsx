import type { ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ColumnsForm, namedColumns, RowErrors } from '../../../desk/ui/lists/unread-table.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatMoney, formatNumber } from '../../../locales/format.ts'
import { separatorOf } from '../../../locales/lang.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { BankLine, StatementView } from '../contract.ts'

export const loader = deskLoader(({ api }, { params }) => api.bankStatements.bankStatement({ id: params.id ?? '' }))

export const action = deskAction({
  columns: async ({ api, lang }, form, { params }) => {
    const id = params.id ?? ''
    const dayOrder = String(form.get('dayOrder') ?? '')
    await api.bankStatements.nameColumns({ id, columns: namedColumns(form), dayOrder } as never)
    return { to: deskLink(lang, `transfers/statements/${id}`) }
  },
  takeBack: async ({ api, lang }, _, { params }) => {
    await api.bankStatements.takeStatementBack({ id: params.id ?? '' })
    return { to: deskLink(lang, 'transfers/statements', { done: 'takenBack' }) }
  },
})

export const meta = deskMeta<'bank', StatementView>('bank', (t, statement) => statement?.fileName ?? t.statements)

export default function StatementPage() {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const statement = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={<bdi>{statement.fileName}</bdi>} above={{ title: t.statements, path: 'transfers/statements' }}>
        {statement.open > 0 ? (
          <ButtonLink to={deskLink(lang, 'transfers/bank', { statementId: statement.id })} icon="coins">
            {t.title}
          </ButtonLink>
        ) : null}
      </DeskHead>
      {statement.balanceDoubt ? <Doubt doubt={statement.balanceDoubt} /> : null}
      {statement.unread ? <ColumnsPanel key={statement.id} unread={statement.unread} /> : null}
      <Panel title={t.name}>
        <Facts
          facts={[
            [
              t.account,
              statement.account && (
                <bdi key="account" dir="ltr">
                  {statement.account}
                </bdi>
              ),
            ],
            [t.importedAt, <Moment key="at" iso={statement.importedAt} />],
            [t.importedBy, statement.importedBy],
            [t.lines, formatNumber(statement.lines)],
            [t.known, formatNumber(statement.knownLines)],
            ...statesOf(t).map((state): [string, ReactNode] => [
              t.states[state],
              <LinesLink key={state} statementId={statement.id} state={state} count={statement[state]} />,
            ]),
          ]}
        />
      </Panel>
      <RowErrors errors={statement.errors} count={statement.errorCount} texts={t} />
      <Panel title={t.takeBack.panel} isForScreen>
        {statement.used > 0 ? (
          <p>{t.takeBack.used}</p>
        ) : (
          <Command
            intent="takeBack"
            title={t.takeBack.title}
            happens={t.takeBack.happens(statement.lines)}
            submit={t.takeBack.submit}
          />
        )}
      </Panel>
    </>
  )
}

function Doubt({ doubt }: { doubt: NonNullable<StatementView['balanceDoubt']> }) {
  const t = useDeskTexts('bank').balance
  const lang = useLang()
  const said =
    doubt.kind === 'cut'
      ? t.cut
      : t.differs(formatMoney(doubt.countedHalalas, lang), formatMoney(doubt.statedHalalas, lang))
  return <Alert kind="warning">{said}</Alert>
}

const statesOf = ({ states }: { states: Record<BankLine['state'], string> }) =>
  Object.keys(states) as BankLine['state'][]

/** The movements of the file in this state; the state of a list without a choice is `open`. */
function LinesLink({ statementId, state, count }: { statementId: string; state: BankLine['state']; count: number }) {
  const lang = useLang()
  if (count === 0) return formatNumber(count)
  const query = state === 'open' ? { statementId } : { statementId, state }
  return <Link to={deskLink(lang, 'transfers/bank', query)}>{formatNumber(count)}</Link>
}

function ColumnsPanel({ unread }: { unread: NonNullable<StatementView['unread']> }) {
  const t = useDeskTexts('bank')
  const lang = useLang()
  const typed = useDeskAnswer().typedIn('columns')
  return (
    <Panel title={t.columns}>
      {unread.missing.length > 0 ? (
        <Alert kind="warning">
          {t.renamed} <bdi>{unread.missing.join(separatorOf(lang))}</bdi>
        </Alert>
      ) : null}
      <ColumnsForm unread={unread} texts={{ ...t, lead: t.columnsLead, submit: t.readColumns }} required={['day']}>
        <SelectField
          name="dayOrder"
          label={t.dayOrder}
          options={Object.entries(t.dayOrders).map(([value, label]) => ({ value, label }))}
          defaultValue={typed.dayOrder ?? unread.dayOrder}
        />
      </ColumnsForm>
    </Panel>
  )
}
