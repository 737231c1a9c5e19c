import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { SETUP_PATHS } from '../../../desk/setup/setup-steps.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import styles from './settings.module.css'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'institute.change')
  return page.api.institute.setup({})
})

export const meta = deskMeta('settings', (t) => t.setup.title)

/** The steps of a new institute, in their order; each may be left and done later. */
export default function SetupPage() {
  const { setup: t } = useDeskTexts('settings')
  const lang = useLang()
  const { steps, next } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {next === null ? (
        <Alert kind="success" title={t.finished}>
          {t.finishedBody}
        </Alert>
      ) : null}
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            <div>
              <h2>
                {t.steps[step].title} {isDone ? <Badge tone="mint">{t.done}</Badge> : null}
              </h2>
              <p>{t.steps[step].body}</p>
            </div>
            <ButtonLink
              to={deskLink(lang, SETUP_PATHS[step])}
              variant={step === next ? 'primary' : 'quiet'}
              size="small"
            >
              {isDone ? t.again : t.open}
              <span className="visually-hidden">: {t.steps[step].title}</span>
            </ButtonLink>
          </li>
        ))}
      </ol>
    </>
  )
}
