import { data } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatDay } from '../../locales/format.ts'
import { textsIn, useLang, useTexts } from '../../locales/texts.tsx'
import { type PageRequest, pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DateText } from '../../ui/content/date-text.tsx'
import { NameText } from '../../ui/content/name-text.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { useSiteName } from '../../ui/site-name.ts'
import { useScripts } from '../../ui/use-scripts.ts'
import type { Route } from './+types/certificate-page'
import styles from './certificate-page.module.css'
import type { CheckedCertificate } from './contract.ts'
import { ShareCertificate } from './share-certificate.tsx'

/** Never cached: a certificate that was revoked must not look valid anywhere. */
const headersOf = { 'Cache-Control': 'no-store' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  try {
    const certificate = await page.api.certificates.certificate({ code: params.code })
    return data({ certificate, pdfUrl: await ownPdf(page, params.code) }, { headers: headersOf })
  } catch (error) {
    const failure = page.describe(error)
    if (!failure) throw error
    return data({ certificate: null, pdfUrl: null }, { status: failure.status, headers: headersOf })
  }
}

/** The file for the learner whose certificate it is; null for everybody else. */
async function ownPdf({ api, user }: PageRequest, code: string): Promise<string | null> {
  if (!user) return null
  const { certificates } = await api.certificates.mine({})
  return certificates.find((one) => one.code === code)?.pdfUrl ?? null
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ location, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { pageTitle: title, description } = textsIn(site.lang).certificates
  return pageMeta({ ...site, pathname: location.pathname, title, description, noindex: true })
}

/** Whether a certificate is genuine, and the certificate itself, for printing. */
export default function CertificatePage({ loaderData: { certificate, pdfUrl }, params }: Route.ComponentProps) {
  const t = useTexts('certificates')
  const siteName = useSiteName()
  const lang = useLang()
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      <Container width="narrow">
        {certificate ? (
          <>
            <div className={styles.state}>
              {certificate.revokedAt ? (
                <Alert kind="error" title={t.revoked}>
                  {t.revokedBody(formatDay(certificate.revokedAt, lang))}
                </Alert>
              ) : certificate.name === null ? (
                <Alert kind="warning" title={t.erased}>
                  {t.erasedBody}
                </Alert>
              ) : (
                <Alert kind="success" title={t.valid}>
                  {t.validBody(siteName)}
                </Alert>
              )}
            </div>
            <Paper certificate={certificate} />
            <div className={styles.print}>
              <PrintIt />
              {pdfUrl ? (
                <ButtonLink to={pdfUrl} reloadDocument download variant="quiet" size="small" icon="download">
                  {t.pdf}
                </ButtonLink>
              ) : null}
              {certificate.revokedAt === null && certificate.name !== null ? (
                <ShareCertificate code={params.code} number={certificate.number} course={certificate.course} />
              ) : null}
            </div>
          </>
        ) : (
          <EmptyState
            title={t.unknown}
            titleAs="h1"
            body={t.unknownBody}
            action={<ButtonLink to={linksFor(lang).contact}>{t.contact}</ButtonLink>}
          />
        )}
      </Container>
    </main>
  )
}

function Paper({ certificate }: { certificate: CheckedCertificate }) {
  const t = useTexts('certificates')
  const siteName = useSiteName()
  const { number, name, course, hours, startsAt, endsAt, issuedAt, revokedAt, qr } = certificate
  return (
    <article className={styles.paper} data-revoked={revokedAt !== null || undefined}>
      <p className={styles.brand}>
        <img src="/brand/mark.svg" alt="" width={56} height={56} />
        {siteName}
      </p>
      <h1>{startsAt ? t.title : t.titleOfLessons}</h1>
      <p>{t.given(siteName)}</p>
      <p className={styles.name}>{name ? <NameText>{name}</NameText> : '—'}</p>
      <p>{startsAt ? t.attended : t.completed}</p>
      <p className={styles.course}>{course}</p>
      {hours > 0 ? <p>{t.hours(hours)}</p> : null}
      {startsAt && endsAt ? (
        <p className={styles.dates}>
          <span>
            {t.from} <DateText iso={startsAt} />
          </span>
          <span>
            {t.to} <DateText iso={endsAt} />
          </span>
        </p>
      ) : null}
      <footer>
        <dl>
          <div>
            <dt>{t.number}</dt>
            <dd>
              <bdi dir="ltr">{number}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t.issued}</dt>
            <dd>
              <DateText iso={issuedAt} />
            </dd>
          </div>
        </dl>
        <figure>
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} width={112} height={112} role="img" aria-label={t.scan}>
            <path d={qr.path} />
          </svg>
          <figcaption>{t.scan}</figcaption>
        </figure>
      </footer>
    </article>
  )
}

/** Shown with scripts only, which printing needs. */
function PrintIt() {
  const t = useTexts('certificates')
  if (!useScripts()) return null
  return (
    <Button variant="quiet" size="small" icon="print" onClick={() => window.print()}>
      {t.print}
    </Button>
  )
}
