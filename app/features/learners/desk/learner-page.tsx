import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides, Trail } from '../../../desk/ui/panel.tsx'
import { linksFor } from '../../../links.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { DataPanel } from './data-panel.tsx'
import { LearnerHistory } from './learner-history.tsx'
import { AccountBadges } from './learners-page.tsx'

export const loader = deskLoader(async (page, { request, params }) => {
  const { api } = page
  const id = params.id ?? ''
  const [learner, { rights }] = await Promise.all([api.learners.learner({ id }), api.desk.me({})])
  const mayManage = rights.includes('learners.manage')
  return {
    ...{ learner, mayManage, done: queryOf(request).done },
    files: mayManage ? await api.learners.dataFiles({ id }) : null,
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

type Call = (api: PageRequest['api'], id: string, text: (name: string) => string) => Promise<unknown>

const command =
  (done: string, call: Call) =>
  async ({ api, lang }: PageRequest, form: FormData, { params }: { params: { id?: string } }) => {
    const id = params.id ?? ''
    await call(api, id, (name) => String(form.get(name) ?? ''))
    return { to: deskLink(lang, `learners/${id}`, { done }) }
  }

export const action = deskAction({
  addNote: command('note', (api, id, text) => api.learners.addLearnerNote({ id, note: text('note') })),
  block: command('block', (api, id, text) => api.learners.blockLearner({ id, reason: text('reason') })),
  askData: command('askData', (api, id, text) => api.learners.askDataFile({ id, reason: text('reason') } as never)),
  export: exportIntent(({ id }) => `learners/${id}`),
  unblock: command('unblock', (api, id, text) => api.learners.unblockLearner({ id, reason: text('reason') })),
})

type Data = Awaited<ReturnType<typeof loader>>

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'learners', Data>('learners', (t, data) => data?.learner.name ?? t.title)

export default function LearnerPage() {
  const t = useDeskTexts('learners')
  const lang = useLang()
  const { learner, mayManage, files, toConfirm, done } = useLoaderData<typeof loader>()
  const said = done === undefined ? undefined : t.done[done]
  const { email, phone } = learner
  return (
    <>
      <DeskHead
        title={<bdi>{learner.name}</bdi>}
        above={{ title: t.title, path: 'learners' }}
        badge={<AccountBadges learner={learner} />}
      >
        <ButtonLink to={deskLink(lang, 'orders', { query: email })} variant="quiet" icon="cart">
          {t.one.all}
        </ButtonLink>
      </DeskHead>
      <ExportProof asked={toConfirm} />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <RecordSides
        next={t.one.actions}
        aside={
          <>
            <Panel title={t.one.actions} isForScreen>
              <Actions key={learner.notes.length} learner={learner} mayManage={mayManage} />
            </Panel>
            {files ? <DataPanel key={files.length} learner={learner} files={files} /> : null}
            <Panel title={t.one.notes}>
              <Notes notes={learner.notes} />
            </Panel>
          </>
        }
      >
        <Panel title={t.one.facts}>
          <Facts
            facts={[
              [
                t.email,
                <a key="email" href={`mailto:${email}`}>
                  <bdi dir="ltr">{email}</bdi>
                </a>,
              ],
              [
                t.phone,
                phone ? (
                  <a key="phone" href={`tel:${phone}`}>
                    <bdi dir="ltr">{phone}</bdi>
                  </a>
                ) : null,
              ],
              [t.one.language, t.one.languages[learner.lang]],
              [t.joined, <Moment key="joined" iso={learner.joinedAt} />],
              [t.one.terms, <AgreedTerms key="terms" terms={learner.terms} />],
              [t.one.lastSeen, learner.lastSeenAt ? <Moment key="seen" iso={learner.lastSeenAt} /> : t.one.never],
              [t.one.sessions, formatNumber(learner.openSessions)],
            ]}
          />
        </Panel>
        <LearnerHistory learner={learner} />
      </RecordSides>
    </>
  )
}

/** When the terms were agreed to, with what they said then. */
function AgreedTerms({ terms: { acceptedAt, version } }: { terms: Data['learner']['terms'] }) {
  const t = useDeskTexts('learners').one
  const lang = useLang()
  return (
    <>
      <Moment iso={acceptedAt} />
      {version === null ? null : (
        <>
          {' · '}
          <a href={linksFor(lang).policyVersion('terms', version)}>{t.termsVersion(version)}</a>
        </>
      )}
    </>
  )
}

function Actions({ learner, mayManage }: Pick<Data, 'learner' | 'mayManage'>) {
  const t = useDeskTexts('learners')
  return (
    <Commands>
      <WithText intent="addNote" name="note" happens={t.addNote.happens} />
      {!mayManage ? null : learner.isStaff ? (
        <p>{t.staffAccount}</p>
      ) : (
        <StatusCommand intent={learner.status === 'active' ? 'block' : 'unblock'} name={learner.name} />
      )}
    </Commands>
  )
}

function StatusCommand({ intent, name }: { intent: 'block' | 'unblock'; name: string }) {
  const t = useDeskTexts('learners')
  return <WithText intent={intent} name="reason" happens={t[intent].happens(name)} />
}

/** A command with one text. */
function WithText({
  intent,
  name,
  happens,
}: {
  intent: 'addNote' | 'block' | 'unblock'
  name: string
  happens: string
}) {
  const { title, label, submit } = useDeskTexts('learners')[intent]
  const field = useCommandField(intent)
  return (
    <Command intent={intent} title={title} happens={happens} submit={submit} labels={{ [name]: label }}>
      <TextAreaField {...field(name)} label={label} rows={3} required />
    </Command>
  )
}

function Notes({ notes }: { notes: Data['learner']['notes'] }) {
  const t = useDeskTexts('learners').one
  if (notes.length === 0) return <p>{t.nothing}</p>
  return (
    <Trail
      events={notes.map(({ id, kind, note, by, at }) => ({
        key: id,
        title: t.noteKinds[kind],
        when: <Moment iso={at} />,
        who: <bdi>{by ?? t.former}</bdi>,
        detail: <p dir="auto">{note}</p>,
      }))}
    />
  )
}
