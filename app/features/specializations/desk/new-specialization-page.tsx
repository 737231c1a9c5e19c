import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { BRAND_COLOURS } from '../../../ui/brand-colours.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { Mark } from '../marks.ts'
import { SpecializationFields } from './specialization-fields.tsx'

const EMPTY = { mark: 'compass', colour: BRAND_COLOURS.pine }

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'courses.change')
  return null
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const text = (name: string) => String(form.get(name) ?? '')
    const both = (name: string) => ({ ar: text(`${name}.ar`), en: text(`${name}.en`) })
    await api.specializations.createSpecialization({
      ...{ name: both('name'), summary: both('summary') },
      ...{ mark: text('mark') as Mark, colour: text('colour') },
    })
    return { to: deskLink(lang, 'specializations', { done: 'added' }) }
  },
})

export const meta = deskMeta('specializations', (t) => t.add)

export default function NewSpecializationPage() {
  const t = useDeskTexts('specializations')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'specializations' }} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.add}>
          <FormErrors failure={failure} labels={{ 'name.ar': t.name, 'summary.ar': t.summary }} />
          <SpecializationFields values={{ ...EMPTY, ...typedIn('create') }} errors={failure?.fields ?? {}} />
          <div>
            <SubmitButton>{t.create}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
