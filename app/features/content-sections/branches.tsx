import { phoneLink } from '../../links.ts'
import { useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { PageItem, PageSection } from '../pages/contract.ts'
import styles from './branches.module.css'

/** A place, with what is known of it besides when it is a branch. */
type BranchItem = PageItem & { phone?: string | null; hours?: string | null }

/** The institute's branches: a drawn map, and their addresses in the order of its numbers, with links to a map. */
export function Branches({
  section,
  tone,
}: {
  section: PageSection & { items: BranchItem[] }
  tone: 'paper' | 'sand'
}) {
  const { title, body, image, imageAlt, items } = section
  return (
    <Section tone={tone} title={title && <ContentText>{title}</ContentText>}>
      {body && (
        <div className={styles.text}>
          <Prose html={body} />
        </div>
      )}
      <div className={styles.columns} data-map={image ? true : undefined}>
        <ol className={styles.places}>
          {items.map((item) => (
            <Place key={item.title} place={item} />
          ))}
        </ol>
        {image && (
          <div className={styles.map}>
            <Picture src={image} alt={imageAlt} width={520} height={420} />
          </div>
        )}
      </div>
    </Section>
  )
}

function Place({ place: { title, body, link, phone, hours } }: { place: BranchItem }) {
  const t = useTexts('innerPages').contact
  return (
    <li className={styles.place}>
      <div>
        <h3>
          <ContentText>{title}</ContentText>
        </h3>
        {body && (
          <p>
            <ContentText>{body}</ContentText>
          </p>
        )}
        {hours && (
          <p>
            <ContentText>{hours}</ContentText>
          </p>
        )}
        {phone && (
          <a href={phoneLink(phone)} className={styles.phone}>
            <Icon name="phone" size={18} />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
        {link && (
          <a href={link} rel="noopener">
            <Icon name="map-pin" size={18} />
            {t.map}
            <span className="visually-hidden">: {title}</span>
          </a>
        )}
      </div>
    </li>
  )
}
