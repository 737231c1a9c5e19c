import { Container } from '../../app/ui/layout/container.tsx'
import { Components, Controls, Fields } from './components.tsx'
import styles from './design-page.module.css'
import { Motif, Palette, Spaces, Type } from './foundations.tsx'

export default function DesignPage() {
  return (
    <main className={styles.page}>
      <Container>
        <header className={styles.head}>
          <img src="/brand/mark.svg" alt="" width={56} height={56} />
          <h1>لغة التصميم</h1>
          <p lang="en" dir="ltr">
            Maahad · design language
          </p>
        </header>
        <div className={styles.grid}>
          <Palette />
          <Type />
          <Spaces />
          <Motif />
          <Controls />
          <Fields />
          <Components />
        </div>
      </Container>
    </main>
  )
}
