import { mailLink } from '../../links.ts'
import { useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Words } from '../../ui/words.tsx'
import { begunMail } from './begun-messages.ts'
import type { PageItem } from './contract.ts'
import { ItemMark } from './item-mark.tsx'
import styles from './subjects.module.css'

/** What a message can be about: each begins a mail with its subject. */
export function Subjects({ items, email }: { items: PageItem[]; email: string }) {
  const t = useTexts('innerPages').contact
  return (
    <ul className={styles.subjects}>
      {items.map(({ title, body, icon }) => (
        <li key={title} className={styles.subject}>
          <ItemMark icon={icon} />
          <h3>
            <Words>{title}</Words>
          </h3>
          {body && (
            <p>
              <Words>{body}</Words>
            </p>
          )}
          <a href={begunMail(mailLink(email), { subject: title, body: t.mailBody })}>
            {t.write}
            <span className="visually-hidden">: {title}</span>
            <Icon name="arrow-forward" size={18} />
          </a>
        </li>
      ))}
    </ul>
  )
}
