import type { ReactNode } from 'react'
import type { InstituteInfo } from '../../features/pages/contract.ts'
import { linksFor, mailLink, type PolicyPath, phoneLink, whatsappLink } from '../../links.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon, type IconName, iconNamed } from '../../ui/icons/icon.tsx'
import { Container } from '../../ui/layout/container.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import Brand from '../brand.tsx'
import type { ShellData } from '../shell-data.ts'
import styles from './footer.module.css'
import PaymentMarks from './payment-marks.tsx'

const SHOWN_POLICIES: PolicyPath[] = [
  'terms',
  'privacy',
  'learning',
  'attendance-policy',
  'communication-policy',
  'academic-integrity',
  'property-rights-protection',
]
const FIRST_YEAR = 2024

type Entry = [to: string, label: string]

type Props = Pick<ShellData, 'institute' | 'year' | 'brands'>

export default function Footer({ institute, year, brands }: Props) {
  const t = useTexts('shell')
  const own = useTexts('footer')
  const links = linksFor(useLang())
  const explore: Entry[] = [
    [links.home, t.home],
    [links.courses(), t.courses],
    [links.blog(), t.blog],
    [links.community(), t.community],
    [links.services, t.services],
    [links.joinUs, t.joinUs],
  ]
  const institution: Entry[] = [
    [links.about, t.about],
    [links.reviews, t.reviews],
    [links.partners, t.partners],
    [links.clients, t.clients],
  ]
  const help: Entry[] = [
    [links.contact, t.contact],
    [links.faq, t.faq],
    [links.support, own.support],
    [links.complains, own.complains],
  ]
  const policies = SHOWN_POLICIES.map((policy): Entry => [links.policy(policy), own.policies[policy]])
  const chosen = (place: 'explore' | 'institute' | 'help' | 'rules') =>
    institute?.menus?.[place]?.map(({ to, label }): Entry => [to, label])
  return (
    <footer className={styles.footer}>
      <Container>
        <div className={styles.head}>
          <div className={styles.about}>
            <Brand tone="deep" />
            {institute ? (
              <>
                <p>{institute.tagline}</p>
                <p className={styles.licence}>{institute.licence}</p>
              </>
            ) : null}
          </div>
          {institute ? <Contacts institute={institute} /> : null}
        </div>
        <div className={styles.columns}>
          <LinkColumn title={own.explore} entries={chosen('explore') ?? explore} />
          <LinkColumn title={own.institute} entries={chosen('institute') ?? institution} />
          <LinkColumn title={own.help} entries={chosen('help') ?? help} />
          <LinkColumn title={own.rules} entries={chosen('rules') ?? policies} />
          <div className={styles.outside}>
            <Stores stores={institute?.stores} />
            {institute ? <Social social={institute.social} /> : null}
          </div>
        </div>
        <div className={styles.legal}>
          <p>{own.rights(FIRST_YEAR, year, institute?.legalName ?? t.siteName)}</p>
          {institute ? <Registers institute={institute} /> : null}
          <PaymentMarks brands={brands} />
        </div>
      </Container>
    </footer>
  )
}

function LinkColumn({ title, entries }: { title: string; entries: Entry[] }) {
  return entries[0] ? (
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
  ) : null
}

function Contacts({ institute: { phone, whatsapp, email, address } }: { institute: InstituteInfo }) {
  const t = useTexts('shell')
  return (
    <ul className={styles.contacts} aria-label={t.footerContact}>
      <Contact icon="phone" name={t.phone} href={phoneLink(phone)}>
        <bdi dir="ltr">{phone}</bdi>
      </Contact>
      {whatsapp && (
        <Contact icon="whatsapp" name={t.whatsapp} href={whatsappLink(whatsapp)}>
          <bdi dir="ltr">{whatsapp}</bdi>
        </Contact>
      )}
      <Contact icon="mail" name={t.email} href={mailLink(email)}>
        <bdi dir="ltr">{email}</bdi>
      </Contact>
      <li className={styles.address}>
        <Icon name="map-pin" size={18} />
        <span>{address}</span>
      </li>
    </ul>
  )
}

function Contact({ icon, name, href, children }: { icon: IconName; name: string; href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href}>
        <Icon name={icon} size={18} />
        <span className="visually-hidden">{name}: </span>
        {children}
      </a>
    </li>
  )
}

/** Before the institute is known, both: most have an app. */
function Stores({ stores = { ios: 'unknown', android: 'unknown' } }: { stores: InstituteInfo['stores'] | undefined }) {
  const own = useTexts('footer')
  const links = linksFor(useLang())
  const all = [
    ['apple', links.app('ios'), own.appStore, stores.ios],
    ['google-play', links.app('android'), own.googlePlay, stores.android],
  ] as const
  const found = all.filter(([, , , store]) => store)
  if (found.length === 0) return null
  return (
    <section aria-label={own.apps}>
      <h2>{own.apps}</h2>
      <ul className={styles.stores}>
        {found.map(([icon, to, label]) => (
          <li key={icon}>
            <Link to={to}>
              <Icon name={icon} size={22} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Social({ social }: { social: InstituteInfo['social'] }) {
  const own = useTexts('footer')
  return (
    <ul className={styles.social} aria-label={own.social}>
      {social.map(({ id, link }) => (
        <li key={id}>
          <a href={link} rel="noopener" aria-label={(own.socialNames as Record<string, string>)[id] ?? id}>
            <Icon name={iconNamed(id)} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Registers({ institute }: { institute: InstituteInfo }) {
  const t = useTexts('shell')
  return (
    <dl>
      <div>
        <dt>{t.commercialRegistration}</dt>
        <dd dir="ltr">{institute.commercialRegistration}</dd>
      </div>
      {institute.vatNumber === null ? null : (
        <div>
          <dt>{t.vatNumber}</dt>
          <dd dir="ltr">{institute.vatNumber}</dd>
        </div>
      )}
    </dl>
  )
}
