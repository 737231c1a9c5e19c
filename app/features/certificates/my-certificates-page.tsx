import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { DateText } from '../../ui/content/date-text.tsx'
import { NameText } from '../../ui/content/name-text.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ProfileSection } from '../profile/profile-section.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/my-certificates-page'
import { certificateAddress } from './certificate-links.ts'
import styles from './my-certificates-page.module.css'
import { ShareCertificate } from './share-certificate.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  return page.api.certificates.mine({})
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).certificates.mine
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** The learner's certificates, the newest first. */
export default function MyCertificatesPage({ loaderData: { certificates } }: Route.ComponentProps) {
  const t = useTexts('certificates')
  const lang = useLang()
  return (
    <ProfileSection title={t.mine.title} lead={t.mine.lead}>
      {certificates.length === 0 ? (
        <EmptyState
          title={t.mine.none}
          body={t.mine.noneBody}
          action={<ButtonLink to={linksFor(lang).courses()}>{t.mine.courses}</ButtonLink>}
        />
      ) : null}
      <ul className={styles.list}>
        {certificates.map(({ code, number, course, name, issuedAt, revokedAt, pdfUrl }) => (
          <Card as="li" key={code} className={styles.certificate}>
            <div>
              <h3>{course}</h3>
              <p>
                {t.number} <bdi dir="ltr">{number}</bdi>
              </p>
              <p>
                <NameText>{name}</NameText>
              </p>
              <DateText iso={issuedAt} />
            </div>
            {revokedAt ? <Badge tone="clay">{t.revoked}</Badge> : null}
            <p className={styles.links}>
              <Link to={certificateAddress(lang, code)}>
                {t.mine.open}
                <span className="visually-hidden"> {number}</span>
              </Link>
              {pdfUrl ? (
                <a href={pdfUrl} download>
                  {t.pdf}
                  <span className="visually-hidden"> {number}</span>
                </a>
              ) : null}
            </p>
            {revokedAt ? null : <ShareCertificate code={code} number={number} course={course} />}
          </Card>
        ))}
      </ul>
    </ProfileSection>
  )
}
