import type { ReactNode } from 'react'
import { ContentText } from '../../../ui/content/content-text.tsx'
import styles from './course-part.module.css'

type Props = { id: string; title: ReactNode; note?: ReactNode; children: ReactNode }

/** One section of a course page, with its own anchor. */
export function CoursePart({ id, title, note, children }: Props) {
  return (
    <section id={id} className={styles.part} aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {note && <p className={styles.note}>{note}</p>}
      </header>
      {children}
    </section>
  )
}

export function Points({ items }: { items: string[] }) {
  return (
    <ul className={styles.points}>
      {items.map((item) => (
        <li key={item}>
          <ContentText>{item}</ContentText>
        </li>
      ))}
    </ul>
  )
}
