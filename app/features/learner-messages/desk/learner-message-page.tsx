/** A message to learners: written, seen as it goes out, then sent. */
import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { messageIn, type TypedMessage, typedMessage } from '../../../desk/messages/message-fields.ts'
import { MessageForm, OutgoingMessage } from '../../../desk/messages/message-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import type { PageRequest } from '../../../request-context.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'

type Preview = Awaited<ReturnType<PageRequest['api']['learnerMessages']['previewLearnerMessage']>>
type Previewed = { preview: Preview; typed: TypedMessage }

/** The accounts in the address: `learner=3,7`, or all that match the filters of their list, as many as `all` says. */
function learnersIn(request: Request) {
  const { learner, all, query, status, seen } = queryOf(request)
  return all ? { matching: { query, status, seen, count: all } } : { ids: learner?.split(',').filter(Boolean) ?? [] }
}

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'learners.manage')
  const { ids, matching } = learnersIn(request)
  return { count: ids ? ids.length : Number(matching.count) || 0 }
})

const preview: Intents[string] = async ({ api }, form, { request }) => {
  const asked = { ...learnersIn(request), ...messageIn(form) }
  const shown = await api.learnerMessages.previewLearnerMessage(asked as never)
  return { result: { preview: shown, typed: typedMessage(form) } satisfies Previewed }
}

const send: Intents[string] = async ({ api, lang }, form, { request }) => {
  const fingerprint = String(form.get('fingerprint') ?? '')
  const asked = { ...learnersIn(request), ...messageIn(form), fingerprint }
  const { id } = await api.learnerMessages.sendLearnerMessage(asked as never)
  return { to: deskLink(lang, 'learners/messages', { sent: String(id) }) }
}

export const action = deskAction({ preview, send })

export const meta = deskMeta('learnerMessages', (t) => t.write)

export default function LearnerMessagePage() {
  const t = useDeskTexts('learnerMessages')
  const { count } = useLoaderData<typeof loader>()
  const { confirm, resultOf, failureOf, typedIn } = useDeskAnswer()
  const previewed = resultOf('preview') as Previewed | undefined
  const failure = failureOf('preview') ?? failureOf('send')
  const values: Partial<TypedMessage> = previewed?.typed ?? { ...typedIn('preview'), ...typedIn('send') }
  return (
    <>
      <DeskHead title={t.write} lead={t.chosen(count)} above={{ title: t.learners, path: 'learners' }} />
      {count === 0 ? (
        <EmptyState title={t.noneChosen} body={t.noneChosenBody} />
      ) : (
        <>
          <p>{t.lead}</p>
          {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
          <MessageForm
            name="learners"
            hint={t.textHint}
            values={values}
            failure={failure}
            outgoing={previewed ? <Outgoing {...previewed.preview} /> : null}
          />
        </>
      )}
    </>
  )
}

/** Who is left out of it, and the message as it goes out. */
function Outgoing({ unsubscribed, blocked, already, ...message }: Preview) {
  const t = useDeskTexts('learnerMessages')
  const without = [
    unsubscribed > 0 && t.unsubscribed(unsubscribed),
    blocked > 0 && t.blocked(blocked),
    already > 0 && t.already(already),
  ].filter((text) => text !== false)
  return (
    <OutgoingMessage {...message}>
      {without.length > 0 ? (
        <Alert kind="info" title={t.leftOut}>
          <ul>
            {without.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </OutgoingMessage>
  )
}
