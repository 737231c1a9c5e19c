import { formatTime } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { DateText } from '../../ui/content/date-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { mapLink } from '../catalogue/map-link.ts'
import type { Enrolment } from './contract.ts'
import styles from './next-session.module.css'

type Session = NonNullable<Enrolment['nextSession']>

/** When and where the next session is, and how to join one that is held online. */
export function NextSession({ session, course, isOn }: { session: Session; course: string; isOn: boolean }) {
  const t = useTexts('learning')
  const lang = useLang()
  const { startsAt, endsAt } = session
  return (
    <section className={styles.next} aria-label={t.named(isOn ? t.now : t.next, course)} data-on={isOn || undefined}>
      <h4>{isOn ? t.now : t.next}</h4>
      <div className={styles.when}>
        <Icon name="calendar" />
        <div>
          <DateText iso={startsAt} weekday />
          <p>
            <time dateTime={startsAt}>{formatTime(startsAt, lang)}</time> –{' '}
            <time dateTime={endsAt}>{formatTime(endsAt, lang)}</time>
          </p>
        </div>
      </div>
      <div className={styles.where}>
        <Icon name={session.isOnline ? 'video' : 'map-pin'} />
        {session.isOnline ? <Online session={session} course={course} /> : <Venue session={session} />}
      </div>
    </section>
  )
}

function Venue({ session: { place, room } }: { session: Session }) {
  const t = useTexts('learning')
  const comma = useLang() === 'ar' ? '، ' : ', '
  return (
    <div>
      {place ? <p>{[place.venue, place.city].filter(Boolean).join(comma)}</p> : null}
      {room ? <p>{t.room(room)}</p> : null}
      {place ? (
        <a href={mapLink(place)} target="_blank" rel="noopener noreferrer">
          {t.map}
        </a>
      ) : null}
    </div>
  )
}

function Online({ session: { joinLink, joinFrom }, course }: { session: Session; course: string }) {
  const t = useTexts('learning')
  const lang = useLang()
  if (joinLink)
    return (
      <ButtonLink to={joinLink} reloadDocument rel="noopener noreferrer" aria-label={t.named(t.join, course)}>
        {t.join}
      </ButtonLink>
    )
  return (
    <div>
      <p>{t.online}</p>
      <p className={styles.note}>{joinFrom ? t.joinFrom(formatTime(joinFrom, lang)) : t.noLink}</p>
    </div>
  )
}
