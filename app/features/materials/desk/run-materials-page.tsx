import { Form, useLoaderData } from 'react-router'
import type { SentFile } from '../../../api/sent-file.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatFileSize } from '../../../locales/file-size.ts'
import { formatDay, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Material } from '../contract.ts'
import styles from './run-materials.module.css'

const ACCEPTED = 'image/jpeg,image/png,image/webp,video/mp4,video/webm,.pdf,.docx,.xlsx,.pptx,.zip'

const pathOf = (id: string | undefined) => `runs/${Number(id) || 0}/materials`

export const loader = deskLoader(async ({ api }, { request, params }) => ({
  ...(await api.materials.materialsOfRun({ id: Number(params.id) || 0 })),
  done: queryOf(request).done,
}))

export const action = deskAction({
  add: async ({ api, files, lang }, form, { params }) => {
    const { title } = fieldsOf(form, 'title')
    await api.materials.addMaterial({ id: Number(params.id) || 0, title, file: files.get('file') as SentFile })
    return { to: deskLink(lang, pathOf(params.id), { done: 'added' }) }
  },
  remove: async ({ api, lang }, form, { params }) => {
    await api.materials.removeMaterial({ id: String(form.get('materialId') ?? '') })
    return { to: deskLink(lang, pathOf(params.id), { done: 'removed' }) }
  },
})

export const meta = deskMeta('materials', (t) => t.title)

/** The files that the learners of a run find in their courses. */
export default function RunMaterialsPage() {
  const t = useDeskTexts('materials')
  const lang = useLang()
  const { run, materials, done } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('add')
  const said = done && Object.hasOwn(t.done, done) ? t.done[done as keyof typeof t.done] : undefined
  return (
    <>
      <DeskHead
        title={t.title}
        above={{ title: run.course, path: `runs/${run.id}` }}
        lead={formatWeekday(run.startsAt, lang)}
      />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      {failureOf('remove') ? <Alert kind="error">{failureOf('remove')!.message}</Alert> : null}
      <Panel title={t.add}>
        <Form method="post" encType="multipart/form-data" className={styles.form} noValidate>
          <FormErrors failure={failure} labels={{ file: t.file, title: t.name }} />
          <TextField
            name="file"
            type="file"
            label={t.file}
            hint={t.fileHint}
            accept={ACCEPTED}
            errors={failure?.fields.file}
            required
          />
          <TextField
            name="title"
            label={t.name}
            hint={t.nameHint}
            maxLength={200}
            dir="auto"
            defaultValue={typedIn('add').title}
            errors={failure?.fields.title}
          />
          <SubmitButton name="intent" value="add">
            {t.send}
          </SubmitButton>
        </Form>
      </Panel>
      <Panel title={t.given}>
        {materials.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : <Files materials={materials} />}
      </Panel>
    </>
  )
}

function Files({ materials }: { materials: Material[] }) {
  const t = useDeskTexts('materials')
  const lang = useLang()
  return (
    <ul className={styles.files}>
      {materials.map(({ id, name, size, address, addedAt, addedBy }) => (
        <li key={id}>
          <a href={address}>
            <bdi>{name}</bdi>
          </a>
          <span className={styles.about}>
            {formatFileSize(size, lang)} · {formatDay(addedAt, lang)}
            {addedBy ? (
              <>
                {' · '}
                <bdi>{addedBy}</bdi>
              </>
            ) : null}
          </span>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="materialId" value={id} />
            <SubmitButton name="intent" value="remove" variant="quiet" size="small" aria-label={t.removeNamed(name)}>
              {t.remove}
            </SubmitButton>
          </Form>
        </li>
      ))}
    </ul>
  )
}
