import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { BannerFields, bannerIn, useBannerLabels, type Values } from './banner-fields.tsx'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'pages.change')
  return null
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const { id } = await api.banners.addBanner(bannerIn(Object.fromEntries(form) as Values))
    return { to: deskLink(lang, `banners/${id}`, { saved: 'save' }) }
  },
})

export const meta = deskMeta('banners', (t) => t.add)

export default function NewBannerPage() {
  const t = useDeskTexts('banners')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  return (
    <>
      <DeskHead title={t.add} lead={t.createHint} above={{ title: t.title, path: 'banners' }} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.facts}>
          <FormErrors failure={failure} labels={useBannerLabels()} />
          <BannerFields values={typedIn('create')} errors={failure?.fields ?? {}} />
          <div>
            <SubmitButton>{t.create}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
