import { data, Form, redirect } from 'react-router'
import { agoOf } from '../../locales/ago.ts'
import { formatDay } from '../../locales/format.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type FormFailure, pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import list from '../profile/guard-list.module.css'
import { ProfileSection } from '../profile/profile-section.tsx'
import { sectionAddress } from '../profile/profile-sections.ts'
import { ConfirmItIsYou } from '../proof/confirm-it-is-you.tsx'
import { withProof } from '../proof/with-proof.ts'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import { PasskeyButton } from '../webauthn/passkey-button.tsx'
import { typedCredential } from '../webauthn/typed-credential.ts'
import type { Route } from './+types/passkeys-page'
import type { Passkey } from './contract.ts'
import styles from './passkeys-page.module.css'

const DONE = ['added', 'renamed', 'removed'] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const query = new URL(request.url).searchParams
  return {
    passkeys: await page.api.passkeys.passkeys({}),
    now: page.now.toISOString(),
    isConfirmed: query.has('add'),
    done: DONE.find((key) => query.get('done') === key) ?? null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const [intent, id] = [text('intent'), text('id')]
  const { passkeys } = page.api
  const here = sectionAddress('passkeys', page.lang)
  const actions: Record<string, () => Promise<string>> = {
    // Without a passkey it only checks whether one may be added, which asks for the re-authentication first.
    add: async () =>
      text('credential')
        ? passkeys.addPasskey({ credential: typedCredential(text('credential')) }).then(() => 'done=added')
        : passkeys.newPasskeyOptions({}).then(() => 'add'),
    rename: async () => passkeys.renamePasskey({ id, name: text('name') }).then(() => 'done=renamed'),
    remove: async () => passkeys.removePasskey({ id }).then(() => 'done=removed'),
  }
  const perform = actions[intent]
  if (!perform) return redirect(here, 303)
  try {
    const outcome = await withProof(page, form, perform)
    if ('confirm' in outcome) return data({ confirm: outcome.confirm }, { status: 403 })
    return redirect(`${here}?${outcome.done}`, 303)
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ failure, intent, id, name: text('name') }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).passkeys
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** Lists the passkeys of the account; adds, renames and removes them. */
export default function PasskeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, now, isConfirmed, done } = loaderData
  const t = useTexts('passkeys')
  const failed = actionData && 'failure' in actionData ? actionData : undefined
  if (actionData && 'confirm' in actionData) {
    return (
      <ProfileSection title={t.title} lead={t.lead} under="security">
        <ConfirmItIsYou confirm={actionData.confirm} />
      </ProfileSection>
    )
  }
  return (
    <ProfileSection title={t.title} lead={t.lead} under="security">
      {done && !actionData ? <Alert kind="success">{t.done[done]}</Alert> : null}
      {passkeys.length === 0 ? (
        <p className={list.none}>{t.none}</p>
      ) : (
        <ul className={list.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              now={now}
              failed={failed?.id === passkey.id ? failed : undefined}
            />
          ))}
        </ul>
      )}
      <AddPasskey
        isConfirmed={isConfirmed && !actionData}
        failure={failed?.intent === 'add' ? failed.failure : undefined}
      />
    </ProfileSection>
  )
}

function AddPasskey({ isConfirmed, failure }: { isConfirmed: boolean; failure: FormFailure | undefined }) {
  const t = useTexts('passkeys')
  const scripts = useScripts()
  return (
    <Card as="section" aria-labelledby="add-title" className={styles.form}>
      <div>
        <h3 id="add-title">{t.addTitle}</h3>
        <p>{t.addBody}</p>
      </div>
      {isConfirmed ? <Alert kind="info">{t.confirmed}</Alert> : null}
      {scripts ? (
        <Form method="post" className={styles.form} preventScrollReset>
          <FormErrors failure={failure} labels={{}} />
          <div className={styles.add}>
            <PasskeyButton ceremony="register" intent="add" icon="plus">
              {t.add}
            </PasskeyButton>
          </div>
        </Form>
      ) : (
        <noscript>
          <Alert kind="info">{t.needsScripts}</Alert>
        </noscript>
      )}
    </Card>
  )
}

/** A name that contains Arabic is shown right to left, even when it starts with a product name in Latin letters. */
const dirOfName = (name: string) => (/\p{Script=Arabic}/u.test(name) ? 'rtl' : 'ltr')

type Failed = { failure: FormFailure; intent: string; name: string } | undefined

function PasskeyRow({ passkey, now, failed }: { passkey: Passkey; now: string; failed: Failed }) {
  const t = useTexts('passkeys')
  const { ago } = useTexts('writing')
  const lang = useLang()
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey
  const field = `name-${id}`
  return (
    <li className={list.row}>
      <span className={list.mark}>
        <Icon name="lock" size={22} />
      </span>
      <div className={list.what}>
        <h3>
          <bdi dir={dirOfName(name)}>{name}</bdi>
        </h3>
        <dl className={list.facts}>
          <div>
            <dt>{t.created}</dt>
            <dd>
              <time dateTime={createdAt}>{formatDay(createdAt, lang)}</time>
            </dd>
          </div>
          <div>
            <dt>{t.used}</dt>
            <dd>{lastUsedAt ? ago(agoOf(lastUsedAt, now)) : t.never}</dd>
          </div>
        </dl>
        <p className={styles.storage}>{isSynced ? t.synced : t.oneDevice}</p>
      </div>
      <details className={styles.edit} open={Boolean(failed)}>
        <summary aria-label={t.editNamed(name)}>{t.edit}</summary>
        <Form method="post" className={styles.form} noValidate preventScrollReset>
          <FormErrors failure={failed?.failure} labels={{ name: t.name }} ids={{ name: field }} />
          <input type="hidden" name="id" value={id} />
          <TextField
            id={field}
            name="name"
            label={t.name}
            defaultValue={failed?.intent === 'rename' ? failed.name : name}
            errors={failed?.failure.fields.name}
            maxLength={60}
            dir={dirOfName(name)}
            required
          />
          <div className={styles.buttons}>
            <SubmitButton size="small" name="intent" value="rename">
              {t.save}
            </SubmitButton>
            <SubmitButton
              size="small"
              variant="quiet"
              name="intent"
              value="remove"
              className={styles.remove}
              aria-label={t.removeNamed(name)}
            >
              {t.remove}
            </SubmitButton>
          </div>
        </Form>
      </details>
    </li>
  )
}
