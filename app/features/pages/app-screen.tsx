import { useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon, iconNamed } from '../../ui/icons/icon.tsx'
import styles from './app-screen.module.css'
import type { PageSection } from './contract.ts'

type Props = {
  system: 'ios' | 'android'
  /** The content of the screen: the title is the greeting, the items are cards; a value is a share such as `60%`. */
  section: PageSection | undefined
}

/** A drawn phone that shows the app; screen readers get one sentence. */
export function AppScreen({ system, section }: Props) {
  const t = useTexts('innerPages').apps
  if (!section) return <div className={styles.stage} aria-hidden />
  const label = [t.screenLabel, section.title].filter(Boolean).join(': ')
  return (
    <div className={styles.stage} role="img" aria-label={label}>
      <div className={styles.phone} data-system={system} aria-hidden>
        <div className={styles.screen}>
          <div className={styles.status}>
            <bdi dir="ltr">9:41</bdi>
            <span className={styles.signal} />
          </div>
          <div className={styles.head}>
            <img src="/brand/mark.svg" alt="" width={36} height={36} />
            <p>{section.title && <ContentText>{section.title}</ContentText>}</p>
          </div>
          <ul className={styles.cards}>
            {section.items.map(({ title, body, icon, value }) => (
              <li key={title} className={styles.card}>
                <span className={styles.mark}>
                  <Icon name={iconNamed(icon)} size={20} />
                </span>
                <span className={styles.words}>
                  <b>
                    <ContentText>{title}</ContentText>
                  </b>
                  {body && (
                    <span>
                      <ContentText>{body}</ContentText>
                    </span>
                  )}
                  {value && <progress max={100} value={Number.parseFloat(value)} />}
                </span>
              </li>
            ))}
          </ul>
          <div className={styles.tabs}>
            {(['compass', 'book', 'calendar', 'user'] as const).map((name) => (
              <Icon key={name} name={name} size={20} />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
