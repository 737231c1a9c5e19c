import { formatFileSize } from '../../locales/file-size.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './attachment-view.module.css'
import type { Attachment } from './contract.ts'

/** The width of the post's column, or of a phone. */
const SIZES = '(min-width: 48rem) 46rem, 94vw'

const NAMES: Record<string, string> = { pdf: 'PDF', docx: 'Word', xlsx: 'Excel', pptx: 'PowerPoint', zip: 'ZIP' }

/** A post's attachment: an image, a video or a download. @param title names an image without alternative text */
export function AttachmentView({ attachment, title }: { attachment: Attachment; title: string }) {
  if (attachment.kind === 'image') return <PostPicture attachment={attachment} title={title} />
  if (attachment.kind === 'video') return <Film attachment={attachment} />
  return <FileCard attachment={attachment} />
}

function PostPicture({ attachment, title }: { attachment: Attachment; title: string }) {
  const t = useTexts('uploads').attachment
  const { sources = [], address, width, height, alt = title } = attachment
  const set = (format: 'avif' | 'webp') => sources.map((source) => `${source[format]} ${source.width}w`).join(', ')
  return (
    <a className={styles.picture} href={address} title={t.openPicture}>
      <picture>
        <source type="image/avif" srcSet={set('avif')} sizes={SIZES} />
        <img
          src={address}
          srcSet={set('webp')}
          sizes={SIZES}
          alt={alt}
          width={width}
          height={height}
          decoding="async"
        />
      </picture>
    </a>
  )
}

function Film({ attachment: { address, name, width, height } }: { attachment: Attachment }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: members have no captions to give
    <video
      className={styles.film}
      src={address}
      width={width}
      height={height}
      controls
      playsInline
      preload="metadata"
      aria-label={name}
    />
  )
}

function FileCard({ attachment: { address, name, size } }: { attachment: Attachment }) {
  const lang = useLang()
  const t = useTexts('uploads').attachment
  return (
    <a className={styles.card} href={address} download={name}>
      <span className={styles.mark}>
        <Icon name="document" size={28} />
      </span>
      <span className={styles.facts}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.about}>
          <bdi>{NAMES[name.split('.').at(-1)!]}</bdi> · <bdi>{formatFileSize(size, lang)}</bdi>
        </span>
      </span>
      <span className={styles.download}>
        <Icon name="download" size={20} />
        {t.download}
      </span>
    </a>
  )
}
