import { Form, useLoaderData } from 'react-router'
import type { SentFile } from '../../../api/sent-file.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { RichTextField } from '../../../desk/editor/rich-text-field.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatFileSize } from '../../../locales/file-size.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { DeskLesson } from '../desk-contract.ts'
import styles from './lessons.module.css'

const TEXTS = ['title', 'body', 'captions', 'quiz'] as const
const FIELDS = [...TEXTS.flatMap((name) => [`${name}.ar`, `${name}.en`]), 'minutes', 'passPercent']

const idOf = (id: string | undefined) => Number(id) || 0
const pathOf = (id: string | undefined) => `lessons/${idOf(id)}`

export const loader = deskLoader(async ({ api }, { request, params }) => ({
  lesson: await api.lessons.deskLesson({ id: idOf(params.id) }),
  done: queryOf(request).done,
}))

const send =
  (kind: 'video' | 'file'): Parameters<typeof deskAction>[0][string] =>
  async ({ api, files, lang }, _form, { params }) => {
    await api.lessons.addLessonFile({ id: idOf(params.id), kind, file: files.get('file') as SentFile })
    return { to: deskLink(lang, pathOf(params.id), { done: 'sent' }) }
  }

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const fields = fieldsOf(form, ...FIELDS)
    const [version, isFree] = [String(form.get('version') ?? ''), form.has('isFree')]
    await api.lessons.changeLesson({ id: idOf(params.id), version, isFree, ...fields } as never)
    return { to: deskLink(lang, pathOf(params.id), { done: 'saved' }) }
  },
  video: send('video'),
  file: send('file'),
  removeFile: async ({ api, lang }, form, { params }) => {
    await api.lessons.removeLessonFile({ id: String(form.get('fileId') ?? '') })
    return { to: deskLink(lang, pathOf(params.id), { done: 'removed' }) }
  },
  removeLesson: async ({ api, lang }, _form, { params }) => {
    const { courseId } = await api.lessons.removeLesson({ id: idOf(params.id) })
    return { to: deskLink(lang, `courses/${courseId}/lessons`, { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('lessons', (t) => t.title)

/** A lesson: its texts, captions and questions; beside them its video and files. */
export default function LessonPage() {
  const t = useDeskTexts('lessons')
  const lang = useLang()
  const { lesson, done } = useLoaderData<typeof loader>()
  const { failureOf } = useDeskAnswer()
  const saids: Record<string, string> = { added: t.added, saved: t.saved, sent: t.sent, removed: t.removed }
  return (
    <>
      <DeskHead
        title={lesson.title[lang] || lesson.title.ar}
        lead={lesson.course.name}
        above={{ title: t.title, path: `courses/${lesson.course.id}/lessons` }}
      />
      {done && saids[done] ? <DoneAlert>{saids[done]}</DoneAlert> : null}
      {failureOf('removeFile') ? <Alert kind="error">{failureOf('removeFile')!.message}</Alert> : null}
      <RecordSides
        aside={
          <>
            <VideoPanel lesson={lesson} />
            <FilesPanel lesson={lesson} />
            <Commands>
              <Command
                intent="removeLesson"
                title={t.removeLesson}
                happens={t.removeLessonHint}
                submit={t.removeLesson}
              />
            </Commands>
          </>
        }
      >
        <Texts lesson={lesson} />
      </RecordSides>
    </>
  )
}

function Texts({ lesson }: { lesson: DeskLesson }) {
  const t = useDeskTexts('lessons')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const typed = typedIn('save')
  const errors = failure?.fields ?? {}
  const labels = { title: t.name, body: t.body, captions: t.captions, quiz: t.quiz }
  const named = Object.fromEntries(
    TEXTS.flatMap((name) => [
      [`${name}.ar`, labels[name]],
      [`${name}.en`, labels[name]],
    ]),
  )
  const both = (name: (typeof TEXTS)[number]) => ({
    name,
    label: labels[name],
    values: { ar: typed[`${name}.ar`] ?? lesson[name].ar, en: typed[`${name}.en`] ?? lesson[name].en },
    errors,
  })
  return (
    <Panel title={t.title}>
      <KeptForm name={`lesson-${lesson.id}`} key={lesson.version} className={styles.form}>
        <FormErrors failure={failure} labels={{ ...named, minutes: t.minutes, passPercent: t.passPercent }} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="version" value={lesson.version} />
        <TwoLanguages {...both('title')} required />
        <FieldRow isFilled>
          <TextField
            name="minutes"
            label={t.minutes}
            inputMode="numeric"
            defaultValue={typed.minutes ?? String(lesson.minutes)}
            errors={errors.minutes}
            required
          />
          <CheckField name="isFree" label={t.free} hint={t.freeHint} defaultChecked={lesson.isFree} />
        </FieldRow>
        <TwoLanguages
          {...both('body')}
          hint={t.bodyHint}
          lines={8}
          longField={({ label, ...area }) => <RichTextField {...area} label={label} />}
        />
        <TwoLanguages
          {...both('captions')}
          hint={t.captionsHint}
          lines={5}
          longField={({ label: _, className, ...area }) => (
            <textarea {...area} className={`${className} ${styles.captions}`} dir="ltr" />
          )}
        />
        <TwoLanguages {...both('quiz')} hint={t.quizHint} lines={8} />
        <TextField
          name="passPercent"
          label={t.passPercent}
          inputMode="numeric"
          defaultValue={typed.passPercent ?? String(lesson.passPercent)}
          errors={errors.passPercent}
          required
        />
        <SubmitButton>{t.save}</SubmitButton>
      </KeptForm>
    </Panel>
  )
}

function VideoPanel({ lesson: { files } }: { lesson: DeskLesson }) {
  const t = useDeskTexts('lessons')
  const video = files.find(({ kind }) => kind === 'video')
  return (
    <Panel title={t.video}>
      {video ? (
        // biome-ignore lint/a11y/useMediaCaption: its captions are in the form beside it
        <video className={styles.video} src={video.address} controls preload="metadata" aria-label={t.video} />
      ) : (
        <p>{t.noVideo}</p>
      )}
      <SendFile kind="video" accept="video/mp4,video/webm" label={t.video} hint={t.videoHint} send={t.sendVideo} />
      {video ? <Remove id={video.id} name={video.name} /> : null}
    </Panel>
  )
}

function FilesPanel({ lesson }: { lesson: DeskLesson }) {
  const t = useDeskTexts('lessons')
  const lang = useLang()
  const files = lesson.files.filter(({ kind }) => kind === 'file')
  return (
    <Panel title={t.files}>
      <ul className={styles.files}>
        {files.map(({ id, name, size, address }) => (
          <li key={id}>
            <a href={address}>
              <bdi>{name}</bdi>
            </a>
            <span>{formatFileSize(size, lang)}</span>
            <Remove id={id} name={name} />
          </li>
        ))}
      </ul>
      <SendFile
        kind="file"
        accept="image/jpeg,image/png,image/webp,.pdf,.docx,.xlsx,.pptx,.zip"
        label={t.file}
        hint={t.fileHint}
        send={t.sendFile}
      />
    </Panel>
  )
}

type SendFileProps = { kind: 'video' | 'file'; accept: string; label: string; hint: string; send: string }

function SendFile({ kind, accept, label, hint, send }: SendFileProps) {
  const failure = useDeskAnswer().failureOf(kind)
  return (
    <Form method="post" encType="multipart/form-data" className={styles.form} noValidate>
      <FormErrors failure={failure} labels={{ file: label }} ids={{ file: kind }} />
      <TextField
        id={kind}
        name="file"
        type="file"
        label={label}
        hint={hint}
        accept={accept}
        errors={failure?.fields.file}
        required
      />
      <SubmitButton name="intent" value={kind} variant="quiet" size="small">
        {send}
      </SubmitButton>
    </Form>
  )
}

function Remove({ id, name }: { id: number; name: string }) {
  const t = useDeskTexts('lessons')
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="fileId" value={id} />
      <SubmitButton name="intent" value="removeFile" variant="plain" size="small" aria-label={t.removeNamed(name)}>
        {t.remove}
      </SubmitButton>
    </Form>
  )
}
