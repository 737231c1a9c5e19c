import { Link, Outlet, useLocation } from 'react-router'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { Face } from '../../ui/content/face.tsx'
import { NameText } from '../../ui/content/name-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/profile-layout'
import styles from './profile-layout.module.css'
import { SECTION_ICONS, SECTIONS, sectionAddress, sectionOf } from './profile-sections.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { firstName, lastName, userName, email, profilePicture } = signedInOnly(page, request)
  const { unread } = await page.api.notifications.unread({})
  const name = [firstName, lastName].filter(Boolean).join(' ') || userName
  return { unread, name, userName, email, profilePicture }
}

/** The layout of the profile: the person, the navigation and the open section. */
export default function ProfileLayout({
  loaderData: { name, userName, email, profilePicture, unread },
}: Route.ComponentProps) {
  const t = useTexts('profile')
  const lang = useLang()
  const current = sectionOf(useLocation().pathname)
  return (
    <main id="content" tabIndex={-1} className={styles.profile} data-amounts>
      <header className={styles.head}>
        <Container className={styles.who}>
          <Face src={profilePicture} name={userName} size={72} />
          <div>
            <h1>
              <NameText>{name}</NameText>
            </h1>
            <p>
              <bdi dir="ltr">{email}</bdi>
            </p>
          </div>
        </Container>
      </header>
      <Container className={styles.columns}>
        <nav aria-label={t.navigation} className={styles.nav}>
          <ul className={styles.sections}>
            {SECTIONS.map((section) => (
              <li key={section}>
                <Link to={sectionAddress(section, lang)} aria-current={section === current ? 'true' : undefined}>
                  <Icon name={SECTION_ICONS[section]} />
                  {t.sections[section]}
                  {section === 'notifications' && unread > 0 ? (
                    <span className={styles.unread}>
                      <span aria-hidden>{unread}</span>
                      <span className="visually-hidden">{t.notifications.unread(unread)}</span>
                    </span>
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.section}>
          <Outlet />
        </div>
      </Container>
    </main>
  )
}
