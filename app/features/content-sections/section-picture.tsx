import { CoverPicture } from '../pictures/cover-picture.tsx'
import styles from './section-picture.module.css'

/** The picture of a section or of one of its items, if it has one. */
export function SectionPicture({
  picture: { image, imageAlt },
}: {
  picture: { image: string | null; imageAlt: string }
}) {
  return (
    image && (
      <CoverPicture src={image} alt={imageAlt} sizes="(min-width: 64rem) 40rem, 100vw" className={styles.picture} />
    )
  )
}
