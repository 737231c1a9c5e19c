import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { Route } from './+types/account-deleted-page'
import styles from './account-deleted-page.module.css'

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, body } = textsIn(site.lang).profile.deleted
  return pageMeta({ ...site, pathname: location.pathname, title, description: body, noindex: true })
}

/** Confirms an account deletion. */
export default function AccountDeletedPage() {
  const t = useTexts('profile').deleted
  const links = linksFor(useLang())
  return (
    <main id="content" tabIndex={-1}>
      <PageHead title={t.title} lead={t.body} width="narrow" />
      <Container width="narrow" className={styles.page}>
        <ButtonLink to={links.home}>{t.home}</ButtonLink>
      </Container>
    </main>
  )
}
