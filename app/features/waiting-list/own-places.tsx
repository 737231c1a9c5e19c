import { Form, Link } from 'react-router'
import { linksFor } from '../../links.ts'
import { formatDay, formatNumber } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Card } from '../../ui/content/card.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { WaitingPlace } from '../runs/contract.ts'
import styles from './own-places.module.css'

type OwnPlace = WaitingPlace & { runId: number; course: { id: number; name: string }; startsAt: string }

/** The waiting lists of the learner, each with the place in line. A seat that is offered is among the orders. */
export function OwnPlaces({ places: all }: { places: readonly OwnPlace[] }) {
  const t = useTexts('profile').orders.waiting
  const places = all.filter(({ position }) => position !== null)
  if (places.length === 0) return null
  return (
    <section aria-labelledby="waiting" className={styles.places}>
      <h3 id="waiting">{t.title}</h3>
      <ul className={styles.list}>
        {places.map((place) => (
          <OwnPlaceRow key={place.runId} place={place} />
        ))}
      </ul>
    </section>
  )
}

function OwnPlaceRow({ place: { runId, course, startsAt, position } }: { place: OwnPlace }) {
  const t = useTexts('profile').orders.waiting
  const lang = useLang()
  return (
    <Card as="li" className={styles.place}>
      <div>
        <p>
          <Link to={linksFor(lang).order(course.id, runId)}>{course.name}</Link>
        </p>
        <p className={styles.note}>
          {t.starts(formatDay(startsAt, lang))}
          {' · '}
          {t.place(formatNumber(position ?? 1))}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="runId" value={runId} />
        <SubmitButton name="intent" value="leaveWaiting" variant="quiet">
          {t.leave}
          <span className="visually-hidden"> {course.name}</span>
        </SubmitButton>
      </Form>
    </Card>
  )
}
