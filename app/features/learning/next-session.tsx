import { useEffect, useRef } from 'react'
import { Link, useRevalidator } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatTime } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { DAY_MS } from '../../platform/durations.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DateText } from '../../ui/content/date-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { mapLink } from '../catalogue/map-link.ts'
import { JOIN_BEFORE_MINUTES } from '../orders/join-window.ts'
import type { Enrolment } from './contract.ts'
import styles from './next-session.module.css'

type Session = NonNullable<Enrolment['nextSession']>

/** When and where the next session is, and how to join one that is held online. */
export function NextSession({ session, course, serverNow }: { session: Session; course: string; serverNow: string }) {
  const t = useTexts('learning')
  const lang = useLang()
  const { startsAt, endsAt } = session
  const isOn = serverNow >= startsAt
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
        {session.isOnline ? (
          <Online session={session} course={course} serverNow={serverNow} />
        ) : (
          <Venue session={session} />
        )}
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

function Online({ session, course, serverNow }: { session: Session; course: string; serverNow: string }) {
  const t = useTexts('learning')
  const lang = useLang()
  const { joinLink, joinFrom } = session
  const isOpen = joinFrom !== null && serverNow >= joinFrom
  useFreshAt(isOpen ? null : joinFrom, serverNow)
  if (joinLink)
    return (
      <ButtonLink to={joinLink} reloadDocument rel="noopener noreferrer" aria-label={t.named(t.join, course)}>
        {t.join}
      </ButtonLink>
    )
  return (
    <div>
      <p>{t.online}</p>
      {joinFrom && !isOpen ? (
        <p className={styles.note}>{t.joining.here(formatTime(joinFrom, lang), JOIN_BEFORE_MINUTES)}</p>
      ) : null}
      {isOpen ? (
        <p className={styles.note}>
          {t.joining.missing} <Link to={linksFor(lang).contact}>{t.joining.ask}</Link>
        </p>
      ) : null}
    </div>
  )
}

/** Asks the server again at this instant, by its clock, so that the link is there as the page has said. */
function useFreshAt(at: string | null, serverNow: string): void {
  const { revalidate } = useRevalidator()
  const again = useRef(revalidate)
  again.current = revalidate
  useEffect(() => {
    const wait = at === null ? 0 : Date.parse(at) - Date.parse(serverNow)
    if (wait <= 0 || wait > DAY_MS) return
    const timer = setTimeout(() => void again.current(), wait)
    return () => clearTimeout(timer)
  }, [at, serverNow])
}
