import { useDeskTexts } from '../../../desk/texts.tsx'
import { linksFor } from '../../../links.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'

/** Says that something waits on this device, and why. */
export function WaitingAlert({
  title,
  why,
  reason,
}: {
  title: string
  why: Record<'away' | 'signedOut', string>
  reason: { is: 'away' | 'signedOut' } | { is: 'refused'; message: string }
}) {
  const t = useDeskTexts('attendance')
  const lang = useLang()
  return (
    <Alert kind={reason.is === 'away' ? 'info' : 'error'} title={title}>
      {reason.is === 'refused' ? reason.message : why[reason.is]}{' '}
      {reason.is === 'signedOut' ? <a href={linksFor(lang).login()}>{t.signIn}</a> : null}
    </Alert>
  )
}
