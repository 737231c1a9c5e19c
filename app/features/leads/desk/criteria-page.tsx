import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { Criterion } from '../applications/applications-contract.ts'
import { EnquiryParts } from './enquiry-parts.tsx'

const PATH = 'enquiries/criteria'

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'enquiries.manage')
  return { criteria: await page.api.leads.trainerCriteria({}), done: queryOf(request).done }
})

const nameIn = (form: FormData) => ({ ar: String(form.get('name.ar') ?? ''), en: String(form.get('name.en') ?? '') })

export const action = deskAction({
  add: async ({ api, lang }, form) => {
    await api.leads.addTrainerCriterion({ name: nameIn(form) })
    return { to: deskLink(lang, PATH, { done: 'added' }) }
  },
  rename: async ({ api, lang }, form) => {
    await api.leads.changeTrainerCriterion({ id: String(form.get('id')), name: nameIn(form) } as never)
    return { to: deskLink(lang, PATH, { done: 'renamed' }) }
  },
  retire: async ({ api, lang }, form) => {
    const isRetired = form.get('retired') === '1'
    await api.leads.changeTrainerCriterion({ id: String(form.get('id')), isRetired } as never)
    return { to: deskLink(lang, PATH, { done: isRetired ? 'retired' : 'asked' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('enquiries', (t) => t.criteria.title)

/** A criterion: its words, and whether it is asked. */
function CriterionCommands({ criterion: { id, version, name, isRetired } }: { criterion: Criterion }) {
  const t = useDeskTexts('enquiries').criteria
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const typed = typedIn('rename')
  const isMine = typed.id === String(id)
  return (
    <>
      <Command
        key={version}
        id={`rename-${id}`}
        intent="rename"
        title={isRetired ? `${name[lang]} · ${t.isRetired}` : name[lang]}
        happens={t.renameHappens}
        submit={t.rename}
        labels={{ 'name.ar': t.name, 'name.en': t.name }}
        hidden={{ id: String(id) }}
      >
        <TwoLanguages
          name="name"
          label={t.name}
          values={isMine ? { ar: typed['name.ar'] ?? '', en: typed['name.en'] ?? '' } : name}
          errors={isMine ? (failureOf('rename')?.fields ?? {}) : {}}
          required
        />
      </Command>
      <Command
        id={`retire-${id}`}
        intent="retire"
        title={`${isRetired ? t.ask : t.retire}: ${name[lang]}`}
        happens={isRetired ? t.askHappens : t.retireHappens}
        submit={isRetired ? t.ask : t.retire}
        hidden={{ id: String(id), retired: isRetired ? '' : '1' }}
      />
    </>
  )
}

export default function CriteriaPage() {
  const t = useDeskTexts('enquiries').criteria
  const { enquiries } = useDeskTexts('people')
  const { criteria, done } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const said = done === undefined ? undefined : t.done[done]
  const failure = failureOf('add')
  const typed = typedIn('add')
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} above={{ title: enquiries.title, path: 'enquiries' }} />
      <EnquiryParts current="criteria" mayManage />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <Panel title={t.list}>
        {criteria.length === 0 ? <p>{t.none}</p> : null}
        <Commands>
          {criteria.map((one) => (
            <CriterionCommands key={one.id} criterion={one} />
          ))}
        </Commands>
      </Panel>
      <KeptForm name="criterion" key={criteria.length}>
        <input type="hidden" name="intent" value="add" />
        <Panel title={t.add} isForScreen>
          <FormErrors failure={failure} labels={{ 'name.ar': t.name, 'name.en': t.name }} />
          <TwoLanguages
            name="name"
            label={t.name}
            values={{ ar: typed['name.ar'] ?? '', en: typed['name.en'] ?? '' }}
            errors={failure?.fields ?? {}}
            required
          />
          <div>
            <SubmitButton>{t.add}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
