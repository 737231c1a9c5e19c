import type { LessonVideo } from '../lessons/contract.ts'
import styles from './video-element.module.css'

/** Languages by their own names, in every language of the page. */
const NAMES = { ar: 'العربية', en: 'English' }

type Element = { video: LessonVideo; title: string; lang: 'ar' | 'en'; ref?: React.Ref<HTMLVideoElement> }

/** The player itself, with captions in both languages. */
export function VideoElement({ video, title, lang, ref }: Element) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the tracks are made from the video's own list
    <video
      ref={ref}
      className={styles.player}
      aria-label={title}
      controls
      playsInline
      preload="metadata"
      width={1280}
      height={720}
    >
      <source src={video.address} type={video.type} />
      {video.captions.map(({ lang: spoken, src }) => (
        <track key={src} kind="captions" src={src} srcLang={spoken} label={NAMES[spoken]} default={spoken === lang} />
      ))}
    </video>
  )
}
