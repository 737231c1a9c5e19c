import { formatDays, formatHijriDays } from '../../../locales/format.ts'
import { formatClock, formatWeekdays } from '../../../locales/format-week.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ContentText } from '../../../ui/content/content-text.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import type { Schedule } from '../course-contract.ts'
import { mapLink, placeName } from '../map-link.ts'
import styles from './run-facts.module.css'

type Run = Pick<Schedule, 'startsAt' | 'endsAt' | 'weekdays' | 'fromTime' | 'toTime' | 'place'>

/** When and where a run takes place: dates (also in the Umm al-Qura calendar), days, hours in Riyadh, place. */
export function RunFacts({ run }: { run: Run }) {
  const t = useTexts('course')
  const lang = useLang()
  return (
    <ul className={styles.facts}>
      <li>
        <Icon name="calendar" />
        <span>
          <span className="visually-hidden">{t.runsDates}: </span>
          <span className={styles.dates}>{formatDays(run.startsAt, run.endsAt, lang)}</span>
          <span className={styles.hijri}>{formatHijriDays(run.startsAt, run.endsAt, lang)}</span>
        </span>
      </li>
      <li>
        <Icon name="clock" />
        <span>
          <span className="visually-hidden">{t.days}: </span>
          {formatWeekdays(run.weekdays, lang)}{' '}
          <bdi className={styles.hours}>
            {formatClock(run.fromTime, lang)} – {formatClock(run.toTime, lang)}
          </bdi>
        </span>
      </li>
      <li>
        <Icon name={run.place ? 'map-pin' : 'video'} />
        <span>
          <span className="visually-hidden">{t.place}: </span>
          {run.place ? (
            <>
              <ContentText>{placeName(run.place, lang)}</ContentText>{' '}
              <a href={mapLink(run.place)} target="_blank" rel="noopener noreferrer" className={styles.map}>
                {t.map}
              </a>
            </>
          ) : (
            t.onlinePlace
          )}
        </span>
      </li>
    </ul>
  )
}
