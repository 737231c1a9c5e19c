import { CoverPicture } from '../pictures/cover-picture.tsx'
import styles from './section-picture.module.css'

type Props = { picture: { image: string | null; imageAlt: string }; sizes?: string }

/** The picture of a section or of one of its items, if it has one. */
export function SectionPicture({ picture: { image, imageAlt }, sizes = '(min-width: 64rem) 48rem, 100vw' }: Props) {
  return image && <CoverPicture src={image} alt={imageAlt} sizes={sizes} className={styles.picture} />
}
