import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber } from '../../../locales/format.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'

export const loader = deskLoader(async ({ api }, { params }) => {
  const id = params.id ?? ''
  const [learner, preview] = await Promise.all([api.learners.learner({ id }), api.learners.erasurePreview({ id })])
  return { learner, preview }
})

/** After a refusal, too: the figures may be others now. */
export const shouldRevalidate = () => true

export const action = deskAction({
  erase: async ({ api, lang }, form, { params }) => {
    const [reason, fingerprint] = ['reason', 'fingerprint'].map((name) => String(form.get(name) ?? ''))
    await api.learners.eraseLearner({ id: params.id, reason, fingerprint } as never)
    return { to: deskLink(lang, 'learners', { done: 'erased' }) }
  },
})

export const meta = deskMeta('learners', (t) => t.data.erase.title)

export default function ErasePage() {
  const t = useDeskTexts('learners').data
  const { learner, preview } = useLoaderData<typeof loader>()
  const { confirm, failureOf, typedIn } = useDeskAnswer()
  const { fingerprint, ...figures } = preview
  return (
    <>
      <DeskHead
        title={t.erase.title}
        lead={t.erase.lead}
        above={{ title: learner.name, path: `learners/${learner.id}` }}
      />
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <Panel title={t.erase.stays}>
        <Facts
          hasLongNames
          facts={(Object.keys(figures) as (keyof typeof figures)[]).map((name) => [
            t.erase.figures[name],
            formatNumber(figures[name]),
          ])}
        />
      </Panel>
      <KeptForm>
        <input type="hidden" name="intent" value="erase" />
        <input type="hidden" name="fingerprint" value={fingerprint} />
        <Panel title={t.erase.title} isForScreen>
          <FormErrors failure={failureOf('erase')} labels={{ reason: t.reason }} />
          <p>{t.erase.happens(learner.name)}</p>
          <SelectField
            name="reason"
            label={t.reason}
            defaultValue={typedIn('erase').reason}
            required
            options={(['request', 'retention', 'mistake'] as const).map((value) => ({
              value,
              label: t.erase.reasons[value],
            }))}
          />
          <div>
            <SubmitButton>{t.erase.submit}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
