import { Link, useLoaderData } from 'react-router'
import type { TodayItem } from '../../features/desk/contract.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useLang } from '../../locales/texts.tsx'
import { DateText } from '../../ui/content/date-text.tsx'
import { Money } from '../../ui/content/money.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { deskLink } from '../desk-links.ts'
import { deskMeta } from '../desk-meta.ts'
import { deskLoader } from '../desk-page.ts'
import { useDeskTexts } from '../texts.tsx'
import { DeskHead } from '../ui/desk-head.tsx'
import styles from './today-page.module.css'

export const loader = deskLoader(async ({ api }) => {
  const [today, { rights }] = await Promise.all([api.desk.today({}), api.desk.me({})])
  const setup = rights.includes('institute.change') ? await api.institute.setup({}) : undefined
  return { ...today, isSetUp: !setup || setup.next === null }
})

export const meta = deskMeta('frame', (t) => t.today.title)

/** A work queue: what waits for the signed-in person, the oldest first, each with its next action. */
export default function TodayPage() {
  const t = useDeskTexts('frame').today
  const lang = useLang()
  const { items, figures, isSetUp } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {isSetUp ? null : (
        <Alert kind="info">
          {t.notSetUp} <Link to={deskLink(lang, 'setup')}>{t.setUp}</Link>
        </Alert>
      )}
      {figures ? (
        <dl className={styles.figures}>
          <div>
            <dt>{t.moneyIn}</dt>
            <dd>
              <Money halalas={figures.inHalalas} exact />
            </dd>
          </div>
          <div>
            <dt>{t.moneyBack}</dt>
            <dd>
              <Money halalas={figures.backHalalas} exact />
            </dd>
          </div>
          <div>
            <dt>{t.fillRate}</dt>
            <dd>{t.seats(formatNumber(figures.sold), formatNumber(figures.seats))}</dd>
          </div>
        </dl>
      ) : null}
      {items.length === 0 ? <EmptyState title={t.none} body={t.noneBody} /> : null}
      <ul className={styles.queue}>
        {items.map((item) => (
          <Waiting
            key={`${item.kind} ${item.path} ${item.reference ?? ''} ${item.subject ?? ''} ${item.since}`}
            item={item}
          />
        ))}
      </ul>
    </>
  )
}

function Waiting({ item }: { item: TodayItem }) {
  const t = useDeskTexts('frame').today
  const lang = useLang()
  const { kind, reference, subject, amountHalalas, count, paid, minimum, since, path } = item
  const { title, action } = t.kinds[kind]
  return (
    <li>
      <div className={styles.what}>
        <p className={styles.kind}>{count ? `${title} (${formatNumber(count)})` : title}</p>
        <p>
          {reference ? <bdi className={styles.reference}>{reference}</bdi> : null}
          {subject ? <bdi>{subjectOf(kind, subject, t)}</bdi> : null}
          {minimum === undefined ? null : <span>{t.belowMinimum(paid ?? 0, minimum)}</span>}
          {amountHalalas === undefined ? null : <Money halalas={amountHalalas} exact />}
        </p>
      </div>
      <div className={styles.since}>
        <DateText iso={since} />
      </div>
      {/* The page of a session is a document of its own: only that one may use the camera. */}
      <Link to={deskLink(lang, path)} className={styles.action} reloadDocument={kind === 'session'}>
        {action}
        <span className="visually-hidden">
          {' '}
          {reference ?? (amountHalalas === undefined ? null : formatMoney(amountHalalas, lang))}
        </span>
      </Link>
    </li>
  )
}

/** The kinds of refunds and enquiries have names; other subjects are those of people. */
function subjectOf(kind: TodayItem['kind'], subject: string, t: ReturnType<typeof useDeskTexts<'frame'>>['today']) {
  if (kind === 'eInvoicing') return t.eInvoicingMatters[subject as keyof typeof t.eInvoicingMatters] ?? subject
  if (kind === 'refund') return t.refundReasons[subject as keyof typeof t.refundReasons] ?? subject
  if (kind === 'enquiry' || kind === 'enquiryClose' || kind === 'enquiryLate')
    return t.enquiryKinds[subject as keyof typeof t.enquiryKinds] ?? subject
  return kind === 'unmatched' ? null : subject
}
