import { data, redirect } from 'react-router'
import { textsIn, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/profile-page'
import { NamesForm } from './names-form.tsx'
import { PictureForm } from './picture-form.tsx'
import styles from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { sectionAddress } from './profile-sections.ts'

const NAMES = ['firstName', 'lastName', 'userName'] as const
const SAVED = ['names', 'picture', 'noPicture'] as const
type Saved = (typeof SAVED)[number]

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { firstName, lastName, userName, email, profilePicture } = signedInOnly(page, request)
  const done = new URL(request.url).searchParams.get('saved')
  const fullName = [firstName, lastName].filter(Boolean).join(' ')
  return {
    // An empty display name follows the first and last name.
    names: { firstName, lastName, userName: userName === fullName ? '' : userName },
    email,
    profilePicture,
    saved: SAVED.find((saved) => saved === done),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  const form = await request.formData()
  const intent = form.get('intent')
  const text = (name: string) => String(form.get(name) ?? '')
  const saved = (what: Saved) => redirect(`${sectionAddress('person', page.lang)}?saved=${what}`, 303)
  try {
    if (intent === 'picture') {
      await page.api.profile.setPicture({ file: form.get('file') as File })
      return saved('picture')
    }
    if (intent === 'removePicture') {
      await page.api.profile.removePicture({})
      return saved('noPicture')
    }
    await page.api.profile.updateProfile({
      firstName: text('firstName'),
      lastName: text('lastName'),
      userName: text('userName'),
    })
    return saved('names')
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    const values = Object.fromEntries(NAMES.map((name) => [name, text(name)]))
    const of = intent === 'names' ? ('names' as const) : ('picture' as const)
    return data({ failure, of, values }, { status: failure.status })
  }
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).profile.person
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** The picture, the names and the email address, which cannot be changed. */
export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('profile').person
  const { names, email, profilePicture, saved } = loaderData
  const failureOf = (form: 'names' | 'picture') => (actionData?.of === form ? actionData.failure : undefined)
  return (
    <ProfileSection title={t.title} lead={t.lead}>
      {saved && !actionData ? <Alert kind="success">{t.saved[saved]}</Alert> : null}
      <PictureForm picture={profilePicture} failure={failureOf('picture')} />
      <NamesForm names={names} failure={failureOf('names')} values={failureOf('names') && actionData?.values} />
      <Card as="section" aria-labelledby="email" className={styles.email}>
        <h3 id="email">{t.email}</h3>
        <p className={styles.address}>
          <Icon name="mail" />
          <bdi dir="ltr">{email}</bdi>
        </p>
        <p className={styles.why}>{t.emailStays}</p>
      </Card>
    </ProfileSection>
  )
}
