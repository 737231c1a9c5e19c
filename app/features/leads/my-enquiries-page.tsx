import { Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { DateText } from '../../ui/content/date-text.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ProfileSection } from '../profile/profile-section.tsx'
import { signedInOnly } from '../sessions/signed-in-only.ts'
import type { Route } from './+types/my-enquiries-page'
import { followLink } from './lead-links.ts'
import styles from './my-enquiries-page.module.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  signedInOnly(page, request)
  return page.api.leads.myLeads({})
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, lead } = textsIn(site.lang).innerPages.enquiries.mine
  return pageMeta({ ...site, pathname: location.pathname, title, description: lead, noindex: true })
}

/** What the signed-in user sent to the institute, the newest first. */
export default function MyEnquiriesPage({ loaderData: { leads } }: Route.ComponentProps) {
  const { enquiries, leads: texts } = useTexts('innerPages')
  const t = enquiries.mine
  const lang = useLang()
  return (
    <ProfileSection title={t.title} lead={t.lead}>
      {leads.length === 0 ? (
        <EmptyState
          title={t.none}
          body={t.noneBody}
          action={<ButtonLink to={linksFor(lang).contact}>{t.write}</ButtonLink>}
        />
      ) : null}
      <ul className={styles.list}>
        {leads.map(({ reference, token, kind, status, receivedAt, beginning }) => (
          <Card as="li" key={reference} className={styles.enquiry}>
            <div>
              <h3>{texts.kinds[kind]}</h3>
              {beginning ? (
                <p className={styles.beginning}>
                  <bdi>{beginning}</bdi>
                </p>
              ) : null}
              <p>
                {enquiries.reference} <bdi dir="ltr">{reference}</bdi>
              </p>
              <DateText iso={receivedAt} />
            </div>
            <Badge tone={status === 'answered' || status === 'closed' ? 'mint' : 'sand'}>
              {texts.statuses[status]}
            </Badge>
            <Link to={followLink(lang, reference, token)} className={styles.open}>
              {t.open}
              <span className="visually-hidden"> {reference}</span>
            </Link>
          </Card>
        ))}
      </ul>
    </ProfileSection>
  )
}
