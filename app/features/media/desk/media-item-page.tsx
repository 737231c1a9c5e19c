import { Link, useLoaderData, useSearchParams } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { Conflict, TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands, useCommandField } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatFileSize } from '../../../locales/file-size.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MediaThumb } from '../../pictures/media-thumb.tsx'
import type { MediaItem } from '../contract.ts'
import { FocusField } from './focus-field.tsx'
import styles from './media.module.css'
import { changesOf, formOf } from './media-form.ts'

export const loader = deskLoader(async ({ api }, { params }) => ({
  item: await api.media.mediaItem({ id: Number(params.id) }),
}))

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id)
    const { values } = await api.media.mediaItem({ id })
    await api.media.changeMedia({ id, ...changesOf(form, values) })
    return { to: deskLink(lang, `media/${id}`, { said: 'saved' }) }
  },
  replace: async ({ api, lang }, form, { params }) => {
    const { id } = await api.media.replaceMedia({ id: Number(params.id), file: form.get('file') as File })
    return { to: deskLink(lang, `media/${id}`, { said: 'replaced' }) }
  },
  drop: async ({ api, lang }, _, { params }) => {
    await api.media.dropMedia({ ids: [Number(params.id)] })
    return { to: deskLink(lang, `media/${params.id}`, { said: 'dropped' }) }
  },
  takeBack: async ({ api, lang }, _, { params }) => {
    await api.media.takeBackMedia({ ids: [Number(params.id)] })
    return { to: deskLink(lang, `media/${params.id}`, { said: 'saved' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'media', { item: MediaItem }>('media', (t, data) => data?.item.fileName ?? t.title)

/** One picture: what it shows, in words, which part of it matters, and where it is shown. */
export default function MediaItemPage() {
  const { item } = useLoaderData<typeof loader>()
  const t = useDeskTexts('media')
  const lang = useLang()
  const [query] = useSearchParams()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  // Only of what is cut the focus matters.
  const hasFocus = item.kind === 'picture' && item.width !== null && item.height !== null
  const original = formOf(item.values, hasFocus)
  const texts = { ...original, ...(failure ? typedIn('save') : {}) }
  const alt = item.alt ? inLang(item.alt, lang) : ''
  const said = { saved: t.saved, replaced: t.replacedDone, dropped: t.drop.done }[query.get('said') ?? '']
  return (
    <>
      <DeskHead
        title={<bdi>{item.fileName}</bdi>}
        above={{ title: t.title, path: 'media' }}
        badge={item.isDropped ? <Badge tone="clay">{t.dropped}</Badge> : null}
      />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {item.replacedBy ? (
        <Alert kind="info">
          <Link to={deskLink(lang, `media/${item.replacedBy}`)}>{t.replaced}</Link>
        </Alert>
      ) : null}
      <RecordSides aside={<Aside item={item} />}>
        <EditForm record={`media:${item.id}`} version={item.version} original={original} isReadOnly={!item.may.change}>
          <FormErrors
            failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
            labels={{ 'alt.ar': t.alt, 'alt.en': t.alt, focusX: t.focus.x, focusY: t.focus.y }}
          />
          {Object.entries(failure?.conflicts ?? {}).map(([name, { yours, theirs }]) => (
            <Conflict key={name} yours={String(yours ?? '')} theirs={String(theirs ?? '')} />
          ))}
          <Panel title={t.texts}>
            <TwoLanguages
              name="alt"
              label={t.alt}
              hint={t.altHint}
              values={{ ar: texts['alt.ar'] ?? '', en: texts['alt.en'] ?? '' }}
              state={item.alt && !item.alt.en ? 'missing' : 'done'}
              errors={errors}
            />
            {hasFocus ? (
              <FocusField
                key={item.version}
                {...{ address: item.address, width: item.width!, height: item.height!, alt, errors, values: texts }}
              />
            ) : (
              <MediaThumb address={item.address} kind={item.kind} alt={alt} />
            )}
          </Panel>
        </EditForm>
      </RecordSides>
    </>
  )
}

function Aside({ item }: { item: MediaItem }) {
  const t = useDeskTexts('media')
  const lang = useLang()
  return (
    <>
      <Panel title={t.where}>
        {item.uses.length === 0 ? <p>{t.nowhere}</p> : null}
        <ul className={styles.uses}>
          {item.uses.map(({ source, name, path }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
            <li key={place}>
              {t.sources[source]}:{' '}
              {path ? <Link to={deskLink(lang, path)}>{inLang(name, lang)}</Link> : inLang(name, lang)}
            </li>
          ))}
        </ul>
        {item.hasMoreUses ? <p>{t.moreUses}</p> : null}
        {item.isInHistory ? <p>{t.inHistory}</p> : null}
      </Panel>
      <Panel title={t.facts}>
        <Facts
          facts={[
            [t.kind, t.kinds[item.kind]],
            [t.dimensions, item.width && item.height ? t.size(item.width, item.height) : null],
            [t.weight, item.bytes ? formatFileSize(item.bytes, lang) : null],
            [t.added, <DateText key="added" iso={item.createdAt} />],
            [t.by, item.uploadedBy ? <bdi key="by">{item.uploadedBy}</bdi> : null],
            [
              t.address,
              <bdi key="address" dir="ltr">
                {item.address}
              </bdi>,
            ],
          ]}
        />
        <a href={item.address}>{t.open}</a>
      </Panel>
      {item.may.change ? <MediaCommands item={item} /> : null}
    </>
  )
}

function MediaCommands({ item: { kind, useCount, isDropped } }: { item: MediaItem }) {
  const t = useDeskTexts('media')
  const field = useCommandField('replace')
  return (
    <Commands>
      {kind === 'film' || isDropped ? null : (
        <Command
          intent="replace"
          title={t.replace.title}
          happens={t.replace.happens(useCount)}
          submit={t.replace.submit}
          labels={{ file: t.replace.file }}
          takesFile
        >
          <TextField
            {...field('file')}
            label={t.replace.file}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/gif"
            required
          />
        </Command>
      )}
      {useCount === 0 && !isDropped ? (
        <Command intent="drop" title={t.drop.title} happens={t.drop.happens} submit={t.drop.confirm} />
      ) : null}
      {isDropped ? (
        <Command intent="takeBack" title={t.back.title} happens={t.back.happens} submit={t.back.submit} />
      ) : null}
    </Commands>
  )
}
