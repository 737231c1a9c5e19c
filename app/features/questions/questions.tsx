import { ContentText } from '../../ui/content/content-text.tsx'
import { Disclosure } from '../../ui/content/disclosure.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './questions.module.css'

/** Questions of a page's content: the title is the question, the body the answer. */
export function Questions({ items }: { items: PageItem[] }) {
  return (
    <div className={styles.questions}>
      {items.map(({ title, body }) => (
        <Disclosure key={title} summary={<ContentText>{title}</ContentText>}>
          <p>{body && <ContentText>{body}</ContentText>}</p>
        </Disclosure>
      ))}
    </div>
  )
}
