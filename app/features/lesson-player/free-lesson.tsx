import { useLang, useTexts } from '../../locales/texts.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import type { LessonVideo } from '../lessons/contract.ts'
import styles from './free-lesson.module.css'
import { VideoElement } from './video-element.tsx'

type Props = { lesson: { title: string; text: string; video: LessonVideo | null } }

/** The open lesson of a recorded course, before anybody buys it: the browser's own player, without scripts. */
export function FreeLesson({ lesson: { title, text, video } }: Props) {
  const t = useTexts('lessons')
  const lang = useLang()
  return (
    <section id="free-lesson" aria-labelledby="free-lesson-title" className={styles.free}>
      <h2 id="free-lesson-title">{t.free.title}</h2>
      <p className={styles.lead}>{t.free.lead(title)}</p>
      {/* With a moment in its address, the player shows a picture of it before it plays. */}
      {video ? (
        <VideoElement video={{ ...video, address: `${video.address}#t=0.1` }} title={t.video(title)} lang={lang} />
      ) : (
        <Prose html={text} />
      )}
    </section>
  )
}
