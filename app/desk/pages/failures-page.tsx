import { Form, useLoaderData, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { deskLink } from '../desk-links.ts'
import { deskMeta } from '../desk-meta.ts'
import { deskAction, deskLoader } from '../desk-page.ts'
import { useDeskTexts } from '../texts.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import { DoneAlert } from '../ui/done-alert.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import { RecordList } from '../ui/record-list.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'

export const loader = deskLoader(({ api }) => api.desk.failures({}))

export const action = deskAction({
  message: async ({ api, lang }, form) => {
    await api.desk.retryMessage({ id: Number(form.get('id')) })
    return { to: deskLink(lang, 'failures', { said: 'again' }) }
  },
  dismiss: async ({ api, lang }, form) => {
    await api.desk.dismissFailure({ id: Number(form.get('id')) })
    return { to: deskLink(lang, 'failures', { said: 'dismissed' }) }
  },
  job: async ({ api, lang }, form) => {
    await api.desk.retryJob({ id: String(form.get('id')) })
    return { to: deskLink(lang, 'failures', { said: 'again' }) }
  },
})

export const meta = deskMeta('frame', (t) => t.failures.title)

/** What failed for good, for a person to repeat. */
export default function FailuresPage() {
  const { messages, jobs } = useLoaderData<typeof loader>()
  const { failures: t, today } = useDeskTexts('frame')
  const [query] = useSearchParams()
  const { failureOf } = useDeskAnswer()
  const failure = failureOf('message') ?? failureOf('dismiss') ?? failureOf('job')
  const said = t.said[query.get('said') ?? '']
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} above={{ title: today.title, path: '' }} />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      {messages.length + jobs.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : null}
      {messages.length > 0 ? (
        <Panel title={t.messages}>
          <RecordList
            label={t.messages}
            rows={messages}
            keyOf={({ id }) => id}
            pathOf={() => undefined}
            columns={[
              {
                name: 'to',
                title: t.columns.message,
                cell: ({ channel, recipient, subject }) => (
                  <>
                    {subject ?? t[channel]}
                    <br />
                    <bdi dir="ltr">{recipient}</bdi>
                  </>
                ),
              },
              { name: 'why', title: t.columns.why, cell: ({ because }) => t.because[because] ?? because },
              { name: 'at', title: t.columns.at, cell: ({ at }) => <Moment iso={at} /> },
              {
                name: 'do',
                title: t.columns.action,
                cell: ({ id, isExpired }) => (
                  <Form method="post">
                    <input type="hidden" name="id" value={id} />
                    {isExpired ? null : (
                      <Button type="submit" name="intent" value="message" variant="quiet" size="small">
                        {t.sendAgain}
                      </Button>
                    )}{' '}
                    <Button type="submit" name="intent" value="dismiss" variant="plain" size="small">
                      {t.dismiss}
                    </Button>
                  </Form>
                ),
              },
            ]}
          />
        </Panel>
      ) : null}
      {jobs.length > 0 ? (
        <Panel title={t.jobs}>
          <RecordList
            label={t.jobs}
            rows={jobs}
            keyOf={({ id }) => id}
            pathOf={() => undefined}
            columns={[
              { name: 'task', title: t.columns.job, cell: ({ task }) => <code dir="ltr">{task}</code> },
              { name: 'why', title: t.columns.why, cell: ({ error }) => <bdi dir="ltr">{error}</bdi> },
              {
                name: 'attempts',
                title: t.columns.attempts,
                cell: ({ attempts }) => t.attempts(attempts),
                wideOnly: true,
              },
              { name: 'at', title: t.columns.at, cell: ({ at }) => <Moment iso={at} /> },
              {
                name: 'do',
                title: t.columns.action,
                cell: ({ id }) => (
                  <Form method="post">
                    <input type="hidden" name="id" value={id} />
                    <Button type="submit" name="intent" value="job" variant="quiet" size="small">
                      {t.runAgain}
                    </Button>
                  </Form>
                ),
              },
            ]}
          />
        </Panel>
      ) : null}
    </>
  )
}
