import { data, Link, useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf, inBothLanguages } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { UndoForm } from '../../../desk/ui/undo-form.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { TrainerFields, type Values, valuesIn } from './trainer-fields.tsx'

async function requireOne({ api }: PageRequest, id: string | undefined) {
  const one = (await api.trainers.trainers({})).find((row) => String(row.id) === id)
  if (!one) throw data({ code: 'notFound', message: '' }, { status: 404 })
  return one
}

type One = Awaited<ReturnType<typeof requireOne>>

const flat = ({ name, title, bio, account, pictureAlt }: One): Values => ({
  ...{ 'pictureAlt.ar': pictureAlt?.ar ?? '', 'pictureAlt.en': pictureAlt?.en ?? '' },
  ...{ 'name.ar': name.ar, 'name.en': name.en ?? '', 'title.ar': title.ar, 'title.en': title.en ?? '' },
  ...{ 'bio.ar': bio.ar, 'bio.en': bio.en ?? '', account: account ?? '' },
})

/** As the call reads it back: a field without a text is not there. */
const edited = (fields: Values) => {
  const { account, ...texts } = valuesIn(fields)
  const words = Object.entries(texts).map(([name, { ar, en }]) => [name, en ? { ar, en } : { ar }])
  const [ar, en] = [fields['pictureAlt.ar'] ?? '', fields['pictureAlt.en'] ?? '']
  const pictureAlt = ar || en ? { ar, ...(en ? { en } : {}) } : null
  return { ...Object.fromEntries(words), account: account || null, pictureAlt }
}

export const loader = deskLoader(async (page, { request, params }) => {
  const [one, { rights }] = await Promise.all([requireOne(page, params.id), page.api.desk.me({})])
  const mayChange = rights.includes('courses.change')
  return { one, mayChange, mayLink: rights.includes('staff.change'), done: queryOf(request).done }
})

export const action = deskAction({
  save: async (page, form, { params }) => {
    const one = await requireOne(page, params.id)
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      edited({ ...flat(one), ...Object.fromEntries(Object.entries(changes).map(([name, one]) => [name, one[side]])) })
    const edit = { id: one.id, version, changes: changesBetween(said('from'), said('to')) as object }
    await page.api.trainers.changeTrainer(edit)
    return { to: deskLink(page.lang, `trainers/${one.id}`) }
  },
  undo: async ({ api, lang }, _, { params }) => {
    await api.trainers.undoTrainer({ id: Number(params.id) })
    return { to: deskLink(lang, `trainers/${params.id}`, { done: 'undone' }) }
  },
  picture: async ({ api, lang }, form, { params }) => {
    const { x, y, size } = fieldsOf(form, 'x', 'y', 'size')
    await api.trainers.setTrainerPicture({ id: Number(params.id), file: form.get('file') as File, x, y, size })
    return { to: deskLink(lang, `trainers/${params.id}`, { done: 'saved' }) }
  },
  removePicture: async ({ api, lang }, _, { params }) => {
    await api.trainers.removeTrainerPicture({ id: Number(params.id) })
    return { to: deskLink(lang, `trainers/${params.id}`, { done: 'saved' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'trainers', { one: One }>('trainers', (t, data, lang) =>
  data ? inLang(data.one.name, lang) : t.title,
)

export default function TrainerPage() {
  const t = useDeskTexts('trainers')
  const { undone } = useDeskTexts('frame').edit
  const lang = useLang()
  const { one, mayChange, mayLink, done } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  const { account, ...words } = flat(one)
  const { 'pictureAlt.ar': _ar, 'pictureAlt.en': _en, ...withoutPicture } = words
  const shown = one.picture ? words : withoutPicture
  const original: Values = mayLink ? { ...shown, account: account ?? '' } : shown
  const texts = { name: t.name, title: t.profession, bio: t.bio, pictureAlt: t.picture.alt }
  return (
    <>
      <DeskHead title={inLang(one.name, lang)} above={{ title: t.title, path: 'trainers' }} />
      {one.application && mayChange ? (
        <p>
          {t.application}{' '}
          <Link to={deskLink(lang, `enquiries/${one.application}`)}>
            <bdi>{one.application}</bdi>
          </Link>
        </p>
      ) : null}
      {done ? <DoneAlert>{done === 'undone' ? undone : t.saved}</DoneAlert> : null}
      <EditForm record={`trainer:${one.id}`} version={one.version} original={original} isReadOnly={!mayChange}>
        <FormErrors
          failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
          labels={{ ...inBothLanguages(texts), account: t.account }}
        />
        <LabelledConflicts failure={failure} labels={{ ...texts, account: t.account }} />
        <Panel title={t.details}>
          <TrainerFields
            values={{ ...original, ...typedIn('save') }}
            errors={errors}
            mayLink={mayLink}
            hasPicture={Boolean(one.picture)}
            english={one.english}
          />
        </Panel>
      </EditForm>
      {mayChange ? <UndoForm until={one.undoUntil} /> : null}
      {mayChange ? <PicturePanel one={one} /> : null}
    </>
  )
}
