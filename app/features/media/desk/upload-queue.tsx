import { type DragEvent, useRef, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useScripts } from '../../../ui/use-scripts.ts'
import { type SendResult, sendPicture } from '../../pictures/send-picture.ts'
import styles from './media.module.css'

/** How the upload of one file went, without scripts. */
export type UploadAnswer = { name: string; isNew?: boolean; refusal?: string }

type Job = { key: number; file: File; part: number; result?: SendResult }

/**
 * Uploads many pictures: with scripts one after the other, each with its progress and its own answer; without them the
 * form brings them all.
 */
export function UploadQueue() {
  const t = useDeskTexts('media').upload
  const lang = useLang()
  const hasScripts = useScripts()
  const { revalidate } = useRevalidator()
  const { failureOf, resultOf } = useDeskAnswer()
  const [jobs, setJobs] = useState<Job[]>([])
  const [isOver, setOver] = useState(false)
  const lastKey = useRef(0)
  const sending = useRef<Promise<void>>(Promise.resolve())
  const failure = failureOf('add')
  const answers = (resultOf('add') as UploadAnswer[] | undefined) ?? []
  const change = (key: number, facts: Partial<Job>) =>
    setJobs((all) => all.map((job) => (job.key === key ? { ...job, ...facts } : job)))

  function add(files: Iterable<File>) {
    const added = [...files].map((file): Job => ({ key: ++lastKey.current, file, part: 0 }))
    setJobs((all) => [...all, ...added])
    for (const job of added) sending.current = sending.current.then(() => send(job))
    sending.current = sending.current.then(() => revalidate())
  }
  async function send({ key, file }: Job) {
    change(key, { result: await sendPicture(file, lang, (part) => change(key, { part })) })
  }
  function again(job: Job) {
    setJobs((all) => all.map((one) => (one.key === job.key ? { key: job.key, file: job.file, part: 0 } : one)))
    sending.current = sending.current.then(() => send(job)).then(() => revalidate())
  }
  const isDone = jobs.length > 0 && jobs.every(({ result }) => result !== undefined)
  const uploaded = jobs.filter(({ result }) => typeof result === 'object' && 'picture' in result).length

  return (
    <Panel title={t.title} isForScreen>
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        className={styles.upload}
        data-over={isOver || undefined}
        onDragOver={(event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          setOver(false)
          add(event.dataTransfer.files)
        }}
      >
        <input type="hidden" name="intent" value="add" />
        <FormErrors failure={failure} labels={{ file: t.files }} ids={{ file: 'media-files' }} />
        <TextField
          name="file"
          id="media-files"
          label={t.files}
          hint={t.hint}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          multiple
          required
          errors={failure?.fields.file}
          onChange={({ target }) => {
            add(target.files ?? [])
            target.value = ''
          }}
        />
        {hasScripts ? null : (
          <div>
            <SubmitButton variant="quiet">{t.send}</SubmitButton>
          </div>
        )}
      </Form>
      {jobs.length > 0 ? (
        <ul className={styles.jobs} aria-label={t.answers}>
          {jobs.map((job) => (
            <li key={job.key}>
              <bdi>{job.file.name}</bdi>
              <JobState job={job} onAgain={() => again(job)} />
            </li>
          ))}
        </ul>
      ) : null}
      {answers.length > 0 && jobs.length === 0 ? (
        <ul className={styles.jobs} aria-label={t.answers}>
          {answers.map(({ name, isNew, refusal }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={place}>
              <bdi>{name}</bdi>
              <span data-refused={refusal ? true : undefined}>{refusal ?? (isNew ? t.added : t.known)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status" className="visually-hidden">
        {isDone ? t.done(uploaded, jobs.length - uploaded) : null}
      </p>
    </Panel>
  )
}

function JobState({ job: { file, part, result }, onAgain }: { job: Job; onAgain: () => void }) {
  const t = useDeskTexts('media').upload
  if (result === 'lost')
    return (
      <span data-refused>
        {t.lost}{' '}
        <Button variant="plain" size="small" onClick={onAgain}>
          {t.again}
        </Button>
      </span>
    )
  if (result) {
    if ('refusal' in result) return <span data-refused>{result.refusal}</span>
    return <span>{result.picture.isNew ? t.added : t.known}</span>
  }
  if (part === 0) return <span>{t.waits}</span>
  const percent = Math.floor(part * 100)
  return (
    <span>
      <progress max={100} value={percent} aria-label={file.name} /> {percent < 100 ? t.sending(percent) : t.checking}
    </span>
  )
}
