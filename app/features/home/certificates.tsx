import { ContentText } from '../../ui/content/content-text.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './certificates.module.css'

/** The certificates with their pictures. */
export function Certificates({ items }: { items: PageItem[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.title} className={styles.certificate}>
          {item.image && <Picture src={item.image} alt={item.imageAlt} width={640} height={450} />}
          <h3>
            <ContentText>{item.title}</ContentText>
          </h3>
          {item.body && (
            <p>
              <ContentText>{item.body}</ContentText>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
