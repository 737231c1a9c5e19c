import { useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { DeskBanner } from '../contract.ts'
import { BannerFields, bannerIn, flat, StateBadge, useBannerLabels } from './banner-fields.tsx'

export const loader = deskLoader(async ({ api }, { params }) => {
  const [one, { rights }] = await Promise.all([api.banners.banner({ id: params.id as never }), api.desk.me({})])
  return { one, mayChange: rights.includes('pages.change') }
})

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const one = await api.banners.banner({ id: params.id as never })
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      bannerIn({
        ...flat(one),
        ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]])),
      })
    await api.banners.changeBanner({
      ...{ id: one.id, version, changes: changesBetween(said('from'), said('to')) as object },
    })
    return { to: deskLink(lang, `banners/${one.id}`) }
  },
  remove: async ({ api, lang }, _, { params }) => {
    await api.banners.removeBanner({ id: params.id as never })
    return { to: deskLink(lang, 'banners', { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'banners', { one: DeskBanner }>('banners', (t, data, lang) =>
  data ? inLang(data.one.text, lang) : t.title,
)

export default function BannerPage() {
  const t = useDeskTexts('banners')
  const lang = useLang()
  const { one, mayChange } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  const labels = useBannerLabels()
  return (
    <>
      <DeskHead
        title={one.text[lang]}
        above={{ title: t.title, path: 'banners' }}
        badge={<StateBadge state={one.state} />}
      />
      <RecordSides
        aside={
          mayChange ? (
            <Commands>
              <Command intent="remove" title={t.remove} happens={t.removeHappens} submit={t.remove} />
            </Commands>
          ) : null
        }
      >
        <EditForm record={`banner:${one.id}`} version={one.version} original={flat(one)} isReadOnly={!mayChange}>
          <FormErrors
            failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
            labels={labels}
          />
          <LabelledConflicts failure={failure} labels={labels} />
          <Panel title={t.facts}>
            <BannerFields values={{ ...flat(one), ...typedIn('save') }} errors={errors} />
          </Panel>
        </EditForm>
      </RecordSides>
    </>
  )
}
