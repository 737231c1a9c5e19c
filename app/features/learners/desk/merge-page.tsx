import { Form, Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import type { Merging } from '../merging/merging-contract.ts'

/** Of those that a search finds. */
const SHOWN = 10

export const loader = deskLoader(async (page, { request, params }) => {
  await requireRight(page, 'learners.manage')
  const { api } = page
  const id = params.id ?? ''
  const { into, query } = queryOf(request)
  const learner = await api.learners.learner({ id })
  // Another account of the same person often has the same name.
  const search = query ?? learner.name
  const { items } = into ? { items: [] } : await api.learners.learners({ query: search, limit: SHOWN + 1 } as never)
  const preview = into ? await api.learners.mergingPreview({ id, into } as never) : null
  const found = items.filter((one) => one.id !== learner.id && !one.isStaff).slice(0, SHOWN)
  return { learner, search, found, preview }
})

/** After a refusal, too: what would move may be something else now. */
export const shouldRevalidate = () => true

export const action = deskAction({
  merge: async ({ api, lang }, form, { params }) => {
    const [into, reason, fingerprint] = ['into', 'reason', 'fingerprint'].map((name) => String(form.get(name) ?? ''))
    await api.learners.mergeLearner({ id: params.id, into, reason, fingerprint } as never)
    return { to: deskLink(lang, `learners/${into}`, { done: 'merge' }) }
  },
})

export const meta = deskMeta('learners', (t) => t.data.merge.title)

export default function MergePage() {
  const t = useDeskTexts('learners').data.merge
  const { learner, search, found, preview } = useLoaderData<typeof loader>()
  const { confirm } = useDeskAnswer()
  const lang = useLang()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} above={{ title: learner.name, path: `learners/${learner.id}` }} />
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      {preview ? (
        <Preview preview={preview} />
      ) : (
        <Panel title={t.choose}>
          <Form method="get">
            <TextField name="query" label={t.search} defaultValue={search} dir="auto" />
            <SubmitButton variant="quiet" size="small">
              {t.find}
            </SubmitButton>
          </Form>
          {found.length === 0 ? <p>{t.nobody}</p> : null}
          <ul>
            {found.map(({ id, name, email, phone }) => (
              <li key={id}>
                <Link to={deskLink(lang, `learners/${learner.id}/merge`, { into: String(id) })}>
                  <bdi>{name}</bdi>
                </Link>{' '}
                · <bdi dir="ltr">{email}</bdi> · <bdi dir="ltr">{phone || '—'}</bdi>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

/** What moves where, what stands in the way, and the command. */
function Preview({ preview: { from, into, moves, reviewsLeft, clashes, fingerprint } }: { preview: Merging }) {
  const t = useDeskTexts('learners').data.merge
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('merge')
  return (
    <>
      <Panel title={t.moves}>
        <Facts
          facts={[
            [t.from, <Account key="from" {...from} />],
            [t.into, <Account key="into" {...into} />],
          ]}
        />
        <Facts
          hasLongNames
          facts={[
            ...(Object.keys(moves) as (keyof typeof moves)[]).map(
              (name) => [t.kinds[name], formatNumber(moves[name])] as const,
            ),
            [t.reviewsLeft, reviewsLeft > 0 ? formatNumber(reviewsLeft) : null],
          ]}
        />
      </Panel>
      {clashes.length > 0 ? (
        <Alert kind="warning" title={t.clashes}>
          <ul>
            {clashes.map((clash) => (
              <li key={clash.from}>
                {clash.course}: <bdi>{clash.from}</bdi> · <bdi>{clash.into}</bdi>
              </li>
            ))}
          </ul>
        </Alert>
      ) : (
        <KeptForm>
          <input type="hidden" name="intent" value="merge" />
          <input type="hidden" name="into" value={into.id} />
          <input type="hidden" name="fingerprint" value={fingerprint} />
          <Panel title={t.title} isForScreen>
            <FormErrors failure={failure} labels={{ reason: t.reason }} />
            <p>{t.happens(from.email, into.email)}</p>
            <TextAreaField
              name="reason"
              label={t.reason}
              hint={t.reasonHint}
              rows={3}
              defaultValue={typedIn('merge').reason}
              errors={failure?.fields.reason}
              required
            />
            <div>
              <SubmitButton>{t.submit}</SubmitButton>
            </div>
          </Panel>
        </KeptForm>
      )}
    </>
  )
}

function Account({ name, email }: Merging['from']) {
  return (
    <>
      <bdi>{name}</bdi> · <bdi dir="ltr">{email}</bdi>
    </>
  )
}
