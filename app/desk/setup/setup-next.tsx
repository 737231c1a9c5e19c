import { Link } from 'react-router'
import { useLang } from '../../locales/texts.tsx'
import { deskLink } from '../desk-links.ts'
import { useDeskTexts } from '../texts.tsx'
import { SETUP_PATHS, type SetupStep } from './setup-steps.ts'

/** Beside what was just done while the institute is being set up: the way to its next step. */
export function SetupNext({ step }: { step: SetupStep | undefined }) {
  return step ? <NextStep step={step} /> : null
}

function NextStep({ step }: { step: SetupStep }) {
  const { setup: t } = useDeskTexts('settings')
  const lang = useLang()
  return (
    <p>
      {t.next} <Link to={deskLink(lang, SETUP_PATHS[step])}>{t.steps[step].title}</Link>
      {' · '}
      <Link to={deskLink(lang, 'setup')}>{t.all}</Link>
    </p>
  )
}
