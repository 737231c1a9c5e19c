import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { InstituteInfo } from '../features/pages/contract.ts'
import { linksFor, type PolicyPath } from '../links.ts'
import { useLang, useTexts } from '../locales/texts.tsx'
import { Container } from '../ui/container.tsx'
import { Icon, type MarkName, markNamed } from '../ui/icon.tsx'
import Brand from './brand.tsx'
import { mailLink, phoneLink, whatsappLink } from './contact-links.ts'
import styles from './footer.module.css'
import PaymentMarks from './payment-marks.tsx'

const SHOWN_POLICIES: PolicyPath[] = ['terms', 'privacy', 'learning', 'attendance-policy', 'communication-policy']

export default function Footer({ institute, year }: { institute: InstituteInfo | null; year: number }) {
  const t = useTexts('shell')
  const links = linksFor(useLang())
  const explore: [string, string][] = [
    [links.home, t.home],
    [links.courses(), t.courses],
    [links.about, t.about],
    [links.reviews, t.reviews],
    [links.partners, t.partners],
    [links.clients, t.clients],
  ]
  const help: [string, string][] = [
    [links.faq, t.faq],
    [links.contact, t.contact],
  ]
  const policies = SHOWN_POLICIES.map((policy): [string, string] => [links.policy(policy), t.policies[policy]])
  return (
    <footer className={styles.footer}>
      <Container>
        <div className={styles.columns}>
          <div className={styles.about}>
            <Brand tone="deep" />
            {institute ? (
              <>
                <p>{institute.tagline}</p>
                <p className={styles.licence}>{institute.licence}</p>
                <Social social={institute.social} />
              </>
            ) : null}
          </div>
          <LinkColumn title={t.footerExplore} entries={explore} />
          <LinkColumn title={t.footerHelp} entries={[...help, ...policies]} />
          {institute ? <Contacts institute={institute} /> : null}
        </div>
        <div className={styles.legal}>
          {institute ? (
            <dl>
              <div>
                <dt>{t.commercialRegistration}</dt>
                <dd dir="ltr">{institute.commercialRegistration}</dd>
              </div>
              <div>
                <dt>{t.vatNumber}</dt>
                <dd dir="ltr">{institute.vatNumber}</dd>
              </div>
            </dl>
          ) : null}
          <PaymentMarks />
          <p>{t.rights(2024, year, institute?.legalName ?? t.siteName)}</p>
        </div>
      </Container>
    </footer>
  )
}

function LinkColumn({ title, entries }: { title: string; entries: [string, string][] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {entries.map(([to, label]) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Contacts({ institute }: { institute: InstituteInfo }) {
  const t = useTexts('shell')
  const { phone, whatsapp, email, address, stores } = institute
  return (
    <section aria-label={t.footerContact}>
      <h2>{t.footerContact}</h2>
      <ul className={styles.list}>
        <Contact icon="phone" href={phoneLink(phone)}>
          <bdi dir="ltr">{phone}</bdi>
        </Contact>
        <Contact icon="whatsapp" href={whatsappLink(whatsapp)}>
          <bdi dir="ltr">{whatsapp}</bdi>
        </Contact>
        <Contact icon="mail" href={mailLink(email)}>
          <bdi dir="ltr">{email}</bdi>
        </Contact>
        <li className={styles.address}>
          <Icon name="map-pin" size={18} />
          <span>{address}</span>
        </li>
      </ul>
      <ul className={styles.stores}>
        {(
          [
            ['apple', stores.ios, t.appStore],
            ['google-play', stores.android, t.googlePlay],
          ] as const
        ).map(([icon, href, label]) => (
          <li key={icon}>
            <a href={href} rel="noopener">
              <Icon name={icon} size={22} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Contact({ icon, href, children }: { icon: MarkName; href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href}>
        <Icon name={icon} size={18} />
        {children}
      </a>
    </li>
  )
}

function Social({ social }: { social: InstituteInfo['social'] }) {
  const t = useTexts('shell')
  return (
    <ul className={styles.social} aria-label={t.social}>
      {social.map(({ id, link }) => (
        <li key={id}>
          <a href={link} rel="noopener" aria-label={(t.socialNames as Record<string, string>)[id] ?? id}>
            <Icon name={markNamed(id)} />
          </a>
        </li>
      ))}
    </ul>
  )
}
