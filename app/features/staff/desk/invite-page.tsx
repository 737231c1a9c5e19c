import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import styles from './staff.module.css'

/** Whoever may not invite is refused before the form. */
export const loader = deskLoader(async ({ api }) => {
  const { rights } = await api.desk.me({})
  if (!rights.includes('staff.change')) throw new Response(null, { status: 403 })
  return null
})

export const action = deskAction({
  invite: async ({ api, lang }, form) => {
    const { outcome } = await api.staff.invite({
      email: String(form.get('email') ?? ''),
      role: String(form.get('role') ?? '') as 'Teacher',
      lang: String(form.get('lang') ?? '') as 'ar',
    })
    return { to: deskLink(lang, 'staff', { done: outcome }) }
  },
})

export const meta = deskMeta('staff', (t) => t.inviteTitle)

export default function InvitePage() {
  const t = useDeskTexts('staff')
  const lang = useLang()
  const { confirm, failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('invite')
  const typed = typedIn('invite')
  const labels = { email: t.email, role: t.role, lang: t.language }
  return (
    <>
      <DeskHead title={t.inviteTitle} lead={t.inviteLead} above={{ title: t.title, path: 'staff' }} />
      {confirm ? (
        <ConfirmItIsYou confirm={confirm} />
      ) : (
        <Panel title={t.invite}>
          <KeptForm className={styles.form}>
            <FormErrors failure={failure} labels={labels} />
            <input type="hidden" name="intent" value="invite" />
            <TextField
              name="email"
              type="email"
              label={t.email}
              errors={failure?.fields.email}
              defaultValue={typed.email}
              autoComplete="off"
              required
            />
            <fieldset className={styles.roles}>
              <legend>{t.role}</legend>
              {Object.entries(t.roleHints).map(([role, hint]) => (
                <CheckField
                  key={role}
                  type="radio"
                  name="role"
                  id={`role-${role}`}
                  value={role}
                  label={t.roleNames[role as keyof typeof t.roleHints]}
                  hint={hint}
                  defaultChecked={(typed.role ?? 'Teacher') === role}
                />
              ))}
            </fieldset>
            <SelectField
              name="lang"
              label={t.language}
              errors={failure?.fields.lang}
              defaultValue={typed.lang ?? lang}
              options={(['ar', 'en'] as const).map((value) => ({ value, label: t.languages[value] }))}
              required
            />
            <SubmitButton>{t.sendInvitation}</SubmitButton>
          </KeptForm>
        </Panel>
      )}
    </>
  )
}
